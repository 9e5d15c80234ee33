package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/**
 * A command in a process that has a pseudo-terminal of its own, made by {@code script} of
 * util-linux. Close it, lest it outlives its test.
 */
final class PseudoTerminal implements AutoCloseable {
  private static final int CTRL_C = 3;

  private final Process process;
  private final Path seen;

  private PseudoTerminal(Process process, Path seen) {
    this.process = process;
    this.seen = seen;
  }

  /**
   * Calls the command as a person does; the test is skipped where there is no {@code script}.
   *
   * @param seen the file that gets what the terminal is shown
   * @param rest of the shell's line, such as a redirection
   */
  static PseudoTerminal call(Path seen, String rest, String... args) throws IOException {
    Assumptions.assumeTrue(isThere(), "util-linux has the pseudo-terminal: no `script` of it here");
    String line =
        JavaProcess.of("io.tidemark.config.Main", args).command().stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    ProcessBuilder script = new ProcessBuilder("script", "-qefc", line + rest, "/dev/null");
    return new PseudoTerminal(
        script.redirectErrorStream(true).redirectOutput(seen.toFile()).start(), seen);
  }

  private static boolean isThere() {
    try {
      Process version = new ProcessBuilder("script", "--version").start();
      String said = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return said.contains("util-linux");
    } catch (IOException e) {
      return false; // There is no such command.
    }
  }

  /** What the terminal has been shown so far. */
  String seen() {
    try {
      return Files.readString(seen);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the terminal was shown the text. */
  void await(String text) throws Exception {
    while (!seen().contains(text)) {
      assertThat(process.waitFor(20, TimeUnit.MILLISECONDS))
          .as(() -> "ended too soon: " + seen())
          .isFalse();
    }
  }

  /** Presses Ctrl-C. */
  void interrupt() throws IOException {
    process.getOutputStream().write(CTRL_C);
    process.getOutputStream().flush();
  }

  /** Waits for the end: the exit status. */
  int ended() throws Exception {
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(this::seen).isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
