package io.tidemark.benchmarks.boundaries;

import java.util.Arrays;
import java.util.List;

/**
 * Where one thing ends and another begins, and the steps that tell what an engine does there. All
 * input ends after them. These are the rows of {@code docs/boundaries.md}; times are milliseconds.
 */
public enum Boundary {
  /** Whether it is late. */
  AT_THE_WATERMARK("an element at exactly the watermark", Computation.TUMBLING, "5 w5 5"),

  /** Whether that alone makes it late. */
  BELOW_THE_WATERMARK("an element a tick below it", Computation.TUMBLING, "5 w5 4"),

  /** The last element of a window that is final. */
  BEHIND_ITS_WINDOW("an element below it whose window has ended", Computation.TUMBLING, "5 w10 9"),

  /** Which of its bounds a window has. */
  WINDOW_BOUNDS("an element at a window's bound", Computation.TUMBLING, "0 9 10"),

  /** What a watermark says of its own time. */
  WINDOW_END("the watermark at a window's end", Computation.TUMBLING, "3 w9 w10", true),

  /** Before the epoch. */
  NEGATIVE_TIMES("times before 1970", Computation.TUMBLING, "-11 -10 -1"),

  /** Windows moved down. */
  NEGATIVE_OFFSET("offsets below zero", Computation.OFFSET, "-8 -7 2 3"),

  /** The last window there can be. */
  END_OF_THE_AXIS("the end of the axis", Computation.TUMBLING, "5 max-3 w10", true),

  /** Many windows without elements. */
  LONG_GAP("a gap of 10¹⁰ ticks", Computation.TUMBLING, "5 10000000000"),

  /** Windows with room between them. */
  HOP_ABOVE_SIZE("a hop larger than the window", Computation.HOPPING, "9 10 14 15"),

  /** The night to 29 March 2026, and the end of that day. */
  LOCAL_MIDNIGHT(
      "local midnights around a change of clocks",
      Computation.DAYS,
      "1774738799999 1774738800000 1774821599999 1774821600000"),

  /** Whether a session's gap is closed. */
  AT_THE_GAP("an element at exactly a session's gap", Computation.SESSION, "0 10 20"),

  /** When a session is final. */
  BEYOND_THE_GAP("an element a tick beyond it", Computation.SESSION, "0 11 w9 w10 w11", true),

  /** Which of the two goes first. */
  AT_A_TIMER("an element at exactly a timer's time", Computation.TIMERS, "0 w0 9 w9 10 w10"),

  /** When it runs. */
  TIMER_IN_THE_PAST("a timer for a time that has passed", Computation.TIMERS, "w30 30 31 w31"),

  /** Whether the key is still known. */
  AT_THE_EXPIRY(
      "an element at exactly a key's expiry", Computation.EXPIRY, "1 w1 5 w5 10 w10 14 w14"),

  /** Which of its bounds an interval has. */
  INTERVAL_BOUNDS(
      "elements at exactly an interval join's bounds", Computation.INTERVAL, "100 101 102 104 105"),

  /** Where a difference of times is below zero. */
  INTERVAL_AT_THE_EPOCH("the same at the epoch", Computation.INTERVAL, "0 1 2 4 5"),

  /** Whether the version counts. */
  AT_A_VERSION(
      "a version at exactly an element's time, read before it", Computation.AS_OF, "v5 5 w5"),

  /** Whether the order of reading does. */
  BEFORE_A_VERSION("the same, read after it", Computation.AS_OF, "5 v5 w5");

  private final String where;
  private final Computation computation;
  private final String steps;
  private final boolean tellsWhen;

  Boundary(String where, Computation computation, String steps) {
    this(where, computation, steps, false);
  }

  Boundary(String where, Computation computation, String steps, boolean tellsWhen) {
    this.where = where;
    this.computation = computation;
    this.steps = steps;
    this.tellsWhen = tellsWhen;
  }

  /** In words, as the page has it. */
  public String where() {
    return where;
  }

  /** What is computed there. */
  public Computation computation() {
    return computation;
  }

  /** The steps as the table prints them. */
  public String text() {
    return steps;
  }

  /** Whether the watermark at which a result came belongs to what is observed. */
  public boolean tellsWhen() {
    return tellsWhen;
  }

  /**
   * The steps.
   *
   * @param lastMillis the last time of the engine's axis
   */
  public List<Step> steps(long lastMillis) {
    return Arrays.stream(steps.split(" "))
        .map(text -> text.replace("max-3", Long.toString(lastMillis - 3)))
        .map(Step::of)
        .toList();
  }
}
