package io.tidemark.config.command;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One call of the command line and what came of it.
 *
 * @param status the exit status
 * @param out what went to standard output
 * @param err what went to standard error
 */
record Invocation(int status, String out, String err) {
  /** Calls the command as a script does: nothing is a terminal. */
  static Invocation of(String... args) {
    return of(false, args);
  }

  /** Calls the command as a person does. */
  static Invocation onTerminal(String... args) {
    return of(true, args);
  }

  private static Invocation of(boolean person, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), person, person);
    int status = terminal.close(TidemarkCommand.execute(terminal, args));
    return new Invocation(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  List<String> outLines() {
    return out.lines().toList();
  }
}
