package io.tidemark.core.window;

/** A time at which a key has elements, and what they have accumulated. */
final class Moment {
  Object accumulated;

  /** Changed since the last delta. */
  boolean changed;

  Moment(Object accumulated) {
    this.accumulated = accumulated;
  }
}
