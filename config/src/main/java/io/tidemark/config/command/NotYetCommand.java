package io.tidemark.config.command;

import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** A command that is part of the language and is not there: it says so, whatever it is given. */
@Command(mixinStandardHelpOptions = true)
final class NotYetCommand implements Callable<Integer> {
  private final String name;

  @SuppressWarnings("UnusedVariable") // Taken so that nothing is refused for its form.
  @Unmatched
  private List<String> given = new ArrayList<>();

  private NotYetCommand(String name) {
    this.name = name;
  }

  /** The command of the name, the last word of {@code path}. */
  static CommandLine of(String path, String purpose) {
    CommandLine line = new CommandLine(new NotYetCommand(path));
    line.getCommandSpec()
        .name(path.substring(path.lastIndexOf(' ') + 1))
        .usageMessage()
        .description("Not there yet. " + purpose);
    return line;
  }

  @Override
  public Integer call() throws Refused {
    throw new Refused(notYet("tidemark " + name));
  }

  static Problem notYet(String what) {
    return Problem.of(what, "not there yet", "`tidemark --help` tells what is");
  }
}
