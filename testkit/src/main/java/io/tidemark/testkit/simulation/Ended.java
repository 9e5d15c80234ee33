package io.tidemark.testkit.simulation;

/** How a simulated run ended. */
public sealed interface Ended {
  /** All input has reached the outputs. */
  record Complete() implements Ended {}

  /** An entity ended the pipeline. */
  record Failed(String reason) implements Ended {}
}
