package io.tidemark.core.join;

import io.tidemark.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Which elements of the right side meet one of the left: those whose time, less that of the left
 * one, lies between the bounds, both included.
 *
 * @param lowerMicros of either sign; {@link Time#MIN}: no bound
 * @param upperMicros of either sign, not below the other; {@link Time#MAX}: no bound
 */
public record Interval(long lowerMicros, long upperMicros) {
  /** Every element of the right side meets every one of the left. */
  public static final Interval UNBOUNDED = new Interval(Time.MIN, Time.MAX);

  /** Refuses an interval in which nothing lies. */
  public Interval {
    if (lowerMicros > upperMicros) {
      throw new IllegalArgumentException(nothingBetween("", lowerMicros, upperMicros));
    }
  }

  /**
   * Elements of the right side from {@code lower} to {@code upper} after one of the left.
   *
   * @param lower negative for elements before it
   * @param upper not below the other
   */
  public static Interval between(Duration lower, Duration upper) {
    return new Interval(micros(lower), micros(upper));
  }

  /**
   * The same for a stream, which a refusal names.
   *
   * @throws IllegalArgumentException where {@code lower} is above {@code upper}
   */
  public static Interval between(String stream, Duration lower, Duration upper) {
    if (micros(lower) > micros(upper)) {
      throw new IllegalArgumentException(
          nothingBetween("stream=" + stream + ", ", micros(lower), micros(upper)));
    }
    return between(lower, upper);
  }

  private static String nothingBetween(String of, long lowerMicros, long upperMicros) {
    return "nothing lies between the bounds of a join: "
        + of
        + "expected=lower <= upper, actual lower="
        + text(lowerMicros)
        + ", upper="
        + text(upperMicros);
  }

  private static String text(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS).toString();
  }

  private static long micros(Duration duration) {
    return Time.micros(Instant.EPOCH.plus(duration));
  }

  /** Whether elements at these times meet. */
  boolean contains(long leftMicros, long rightMicros) {
    return rightMicros >= Time.plus(leftMicros, lowerMicros)
        && rightMicros <= Time.plus(leftMicros, upperMicros);
  }

  /**
   * The last time of an element of the right side that meets a left one of the time; {@link
   * Time#MAX} only where there is no bound.
   */
  long lastRight(long leftMicros) {
    return upperMicros == Time.MAX ? Time.MAX : last(Time.plus(leftMicros, upperMicros));
  }

  /** The last time of an element of the left side that meets a right one of the time; likewise. */
  long lastLeft(long rightMicros) {
    return lowerMicros == Time.MIN ? Time.MAX : last(Time.minus(rightMicros, lowerMicros));
  }

  /** Beyond the axis nothing follows. */
  private static long last(long micros) {
    return Math.min(micros, Time.MAX - 1);
  }
}
