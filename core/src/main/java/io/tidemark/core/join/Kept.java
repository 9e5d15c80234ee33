package io.tidemark.core.join;

import io.tidemark.core.time.Time;

/** An element of one side that a join keeps. */
final class Kept {
  final long timeMicros;
  final int part;
  final Object held;

  /** As an element of its side. */
  final Object seen;

  boolean matched;

  /** Counts the elements of its side of a key. */
  long number;

  Kept(long timeMicros, int part, Object held, Object seen) {
    this.timeMicros = timeMicros;
    this.part = part;
    this.held = held;
    this.seen = seen;
  }

  @Override
  public String toString() {
    return held + " of " + part + " at " + Time.format(timeMicros) + (matched ? ", met" : "");
  }
}
