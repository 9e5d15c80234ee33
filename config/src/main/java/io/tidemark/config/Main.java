package io.tidemark.config;

import io.tidemark.config.command.Terminal;
import io.tidemark.config.command.TidemarkCommand;

/** The command line: {@code tidemark}. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    Terminal terminal = Terminal.ofProcess();
    int status = TidemarkCommand.execute(terminal, args);
    System.exit(terminal.close(status));
  }
}
