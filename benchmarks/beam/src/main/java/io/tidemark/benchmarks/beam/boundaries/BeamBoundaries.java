package io.tidemark.benchmarks.beam.boundaries;

import io.tidemark.benchmarks.boundaries.Boundaries;

/** {@link Boundaries} with Beam, which has a class path of its own. */
public final class BeamBoundaries {
  private BeamBoundaries() {}

  /** Prints the table as Markdown. */
  public static void main(String[] arguments) {
    Boundaries.main(arguments);
  }
}
