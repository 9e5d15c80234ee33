package io.tidemark.benchmarks.boundaries;

/**
 * What a subject computes over elements that all have one key. Lengths are milliseconds, the unit
 * of the engines compared. A count is noted as {@code START..END COUNT}.
 */
public enum Computation {
  /** Counts in windows of 10; what is late is dropped. */
  TUMBLING,

  /** The same, with the windows moved by -7. */
  OFFSET,

  /** Counts in windows of 10, one every 15. */
  HOPPING,

  /** Counts in days of Copenhagen. */
  DAYS,

  /** Counts in sessions with a gap of 10. */
  SESSION,

  /**
   * Notes each element as {@code TIME}; the one at 0 sets a timer for 10, those at 30 one for 20,
   * each noted as {@code timer TIME} when it runs.
   */
  TIMERS,

  /**
   * Notes each element as {@code TIME first} or {@code TIME next}, where the key is forgotten after
   * 5 without an element.
   */
  EXPIRY,

  /**
   * Each element is on both sides; pairs whose right one is 2 to 4 later, noted as {@code
   * LEFT+RIGHT}.
   */
  INTERVAL,

  /**
   * Elements with the latest version that is not after them, noted as {@code TIME vTIME}, or {@code
   * TIME none}.
   */
  AS_OF;

  /** Whether the order of its results is what is looked at; where not, they are sorted. */
  public boolean isOrdered() {
    return this == TIMERS || this == EXPIRY;
  }
}
