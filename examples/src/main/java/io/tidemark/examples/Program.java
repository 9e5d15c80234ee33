package io.tidemark.examples;

import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.RunSummary;

/** What the examples do when their run has ended. A run that failed threw nothing. */
final class Program {
  private Program() {}

  /** Prints what the run did, and ends the process with status 1 where it failed. */
  static void end(RunSummary summary) {
    System.out.println(summary);
    if (summary.ending() == Ending.FAILED) {
      System.exit(1);
    }
  }
}
