package io.tidemark.core.time;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The time axis: a time is a {@code long} count of microseconds since 1970-01-01T00:00Z, one unit
 * is a <em>tick</em>.
 *
 * <p>{@link #MIN} and {@link #MAX} are the two infinities and mean nothing else. All arithmetic
 * saturates: an infinity plus anything is that infinity, and a finite result that leaves the range
 * becomes the infinity on its side. This is the only class that adds or subtracts times.
 */
public final class Time {
  /** −∞, in microseconds. */
  public static final long MIN = Long.MIN_VALUE;

  /** +∞, in microseconds. */
  public static final long MAX = Long.MAX_VALUE;

  private static final long MICROS_PER_SECOND = 1_000_000L;

  private Time() {}

  /** Whether the time is neither infinity. */
  public static boolean isFinite(long micros) {
    return micros != MIN && micros != MAX;
  }

  /** {@code micros + deltaMicros}, saturating; an infinite {@code micros} stays what it is. */
  public static long plus(long micros, long deltaMicros) {
    if (micros == MIN || micros == MAX) {
      return micros;
    }
    long sum = micros + deltaMicros;
    if (((micros ^ sum) & (deltaMicros ^ sum)) < 0) {
      return deltaMicros < 0 ? MIN : MAX;
    }
    return sum;
  }

  /** {@code micros − deltaMicros}, saturating; an infinite {@code micros} stays what it is. */
  public static long minus(long micros, long deltaMicros) {
    if (micros == MIN || micros == MAX) {
      return micros;
    }
    long difference = micros - deltaMicros;
    if (((micros ^ deltaMicros) & (micros ^ difference)) < 0) {
      return deltaMicros < 0 ? MAX : MIN;
    }
    return difference;
  }

  /**
   * The instant as microseconds, rounded down to a tick.
   *
   * @return the finite time, or an infinity where the instant lies outside the axis
   */
  public static long micros(Instant instant) {
    long seconds = instant.getEpochSecond();
    int microsOfSecond = instant.getNano() / 1_000;
    if (seconds >= 0) {
      return seconds > MAX / MICROS_PER_SECOND
          ? MAX
          : plus(seconds * MICROS_PER_SECOND, microsOfSecond);
    }
    // From the second above, so that the earliest second of the axis does not overflow.
    return seconds + 1 < MIN / MICROS_PER_SECOND
        ? MIN
        : plus((seconds + 1) * MICROS_PER_SECOND, microsOfSecond - MICROS_PER_SECOND);
  }

  /** The finite time as an instant. */
  public static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /**
   * The time as {@code Instant.toString()} prints it; an infinity as {@code -inf} or {@code +inf}.
   */
  public static String format(long micros) {
    if (micros == MIN) {
      return "-inf";
    }
    return micros == MAX ? "+inf" : instant(micros).toString();
  }
}
