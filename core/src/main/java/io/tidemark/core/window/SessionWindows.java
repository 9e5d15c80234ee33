package io.tidemark.core.window;

import java.time.Duration;

/**
 * Sessions: a key's elements belong together while none is further than the gap from the one
 * before; one at exactly the gap extends the session. It starts with its first element and ends the
 * gap after its last, which is its results' assigned time; it is final when progress is beyond
 * that.
 *
 * @param gapMicros above zero
 */
public record SessionWindows(long gapMicros) implements Windows {
  /** Checks the gap. */
  public SessionWindows {
    if (gapMicros <= 0) {
      throw new IllegalArgumentException(
          "a session's gap is above zero: actual=" + gapMicros + " (microseconds)");
    }
  }

  /**
   * The same sessions, cut when they have lasted for a maximum: at the first element that is the
   * maximum or more after the first one.
   */
  public LimitedSessionWindows atMost(Duration max) {
    return new LimitedSessionWindows(gapMicros, FixedWindows.micros("maximum", max), false);
  }
}
