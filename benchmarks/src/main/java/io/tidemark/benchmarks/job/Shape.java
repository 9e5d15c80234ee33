package io.tidemark.benchmarks.job;

import java.util.Locale;

/** What is computed per key. A row is a time, the key, and a count. */
public enum Shape {
  /** One window of 10 s after the other; a row is the end of a window and its elements. */
  TUMBLING(10_000_000, 10_000_000, 20_000_000, 400_000),

  /** Windows of 10 s that start every 2 s: each element is in five. */
  HOPPING(10_000_000, 2_000_000, 5_000_000, 400_000),

  /**
   * Sessions that end when no element comes for longer than 10 s; a row is the time of the last
   * element plus 10 s, and the elements. With 10 000 keys and the usual number of elements, four of
   * a key are in 10 s, and 55 in a session.
   */
  SESSION(10_000_000, 10_000_000, 5_000_000, 40_000),

  /**
   * Each element sets two timers, for 1 s and 5 s after itself, of which a key has at most one for
   * a time; a row is the time of a timer, and how many of the key's have run.
   */
  TIMERS(10_000_000, 10_000_000, 2_000_000, 400_000);

  private static final long SOON_MICROS = 1_000_000;
  private static final long LATER_MICROS = 5_000_000;

  private final long sizeMicros;
  private final long slideMicros;
  private final long usualElements;
  private final long usualElementsPerWindow;

  Shape(long sizeMicros, long slideMicros, long usualElements, long usualElementsPerWindow) {
    this.sizeMicros = sizeMicros;
    this.slideMicros = slideMicros;
    this.usualElements = usualElements;
    this.usualElementsPerWindow = usualElementsPerWindow;
  }

  /** Length of a window, a multiple of the slide; of a session's gap. */
  public long sizeMicros() {
    return sizeMicros;
  }

  /** From the start of a window to the start of the next. */
  public long slideMicros() {
    return slideMicros;
  }

  /** Elements that a job has where nobody says otherwise. */
  public long usualElements() {
    return usualElements;
  }

  /** Elements in {@link #sizeMicros} where nobody says otherwise. */
  public long usualElementsPerWindow() {
    return usualElementsPerWindow;
  }

  /**
   * Whether elements have times in whole milliseconds, the unit of the other engines: what windows
   * hold does not depend on it, the ends of sessions and the times of timers do.
   */
  public boolean isInMillis() {
    return this == SESSION || this == TIMERS;
  }

  /** The first timer that an element sets, where it sets any. */
  public static long soonMicros(long elementMicros) {
    return elementMicros + SOON_MICROS;
  }

  /** The second one. */
  public static long laterMicros(long elementMicros) {
    return elementMicros + LATER_MICROS;
  }

  /** One line for people, without the name. */
  String describe() {
    long size = sizeMicros / 1_000_000;
    return switch (this) {
      case TUMBLING, HOPPING ->
          String.format(Locale.ROOT, "%d s/%d s count", size, slideMicros / 1_000_000);
      case SESSION -> String.format(Locale.ROOT, "with a gap of %d s, count", size);
      case TIMERS -> "1 s and 5 s after each element, count";
    };
  }
}
