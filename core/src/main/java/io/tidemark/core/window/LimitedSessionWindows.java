package io.tidemark.core.window;

import io.tidemark.core.time.Time;

/**
 * Sessions that are cut when they have lasted for a maximum: the element that comes then is the
 * first of the next one. A session that is cut is {@code [first, cut)}.
 *
 * @param gapMicros above zero
 * @param maxMicros above zero
 * @param onGrid whether cuts lie at multiples of the maximum only, as Azure Stream Analytics has
 *     it: at the first that is the maximum or more after the first element
 */
public record LimitedSessionWindows(long gapMicros, long maxMicros, boolean onGrid)
    implements Windows {
  /** Checks gap and maximum. */
  public LimitedSessionWindows {
    if (gapMicros <= 0 || maxMicros <= 0) {
      throw new IllegalArgumentException(
          "a session's gap and maximum are above zero: actual gap="
              + gapMicros
              + ", maximum="
              + maxMicros
              + " (microseconds)");
    }
  }

  /** The same sessions, cut at multiples of the maximum. */
  public LimitedSessionWindows cutOnGrid() {
    return new LimitedSessionWindows(gapMicros, maxMicros, true);
  }

  /** Where a session is cut that starts then; {@link Time#MAX} for never. */
  long cutMicros(long firstMicros) {
    long least = Time.plus(firstMicros, maxMicros);
    if (!onGrid || least == Time.MAX) {
      return least;
    }
    long beyond = Math.floorMod(least, maxMicros);
    return beyond == 0 ? least : Time.plus(least, maxMicros - beyond);
  }
}
