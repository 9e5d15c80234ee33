package io.tidemark.connector.file;

import io.tidemark.core.time.Time;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.function.Function;

/**
 * How a time stands in a field. Everything is UTC unless the text says otherwise; what is finer
 * than a microsecond is rounded down.
 */
public enum TimestampFormat implements Function<String, Instant> {
  /**
   * {@code 2024-03-01T12:30:00.5Z}: {@code T} or one blank between date and time, seconds and their
   * fraction may be missing, a zone is {@code Z} or an offset, none means UTC.
   */
  ISO8601 {
    @Override
    public long micros(String text) {
      return finite(IsoTime.micros(text), text);
    }
  },
  /** Seconds since 1970-01-01T00:00Z, with or without decimals. */
  EPOCH_SECONDS {
    @Override
    public long micros(String text) {
      return scaled(text, 6);
    }
  },
  /** Milliseconds since 1970-01-01T00:00Z, with or without decimals. */
  EPOCH_MILLIS {
    @Override
    public long micros(String text) {
      return scaled(text, 3);
    }
  },
  /** Microseconds since 1970-01-01T00:00Z, with or without decimals. */
  EPOCH_MICROS {
    @Override
    public long micros(String text) {
      return scaled(text, 0);
    }
  };

  /** More digits than any time has. */
  private static final int LONGEST_NUMBER = 64;

  /**
   * The time in microseconds since 1970-01-01T00:00Z; finite.
   *
   * @throws DateTimeException where the text is no time of this format, or one beyond the axis
   */
  public abstract long micros(String text);

  /** The time as an instant; like {@link #micros}. */
  @Override
  public Instant apply(String text) {
    return Time.instant(micros(text));
  }

  private static long scaled(String text, int digits) {
    // Without an exponent and this short, the exact arithmetic below is cheap whatever stands
    // there.
    boolean exponent = text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
    if (exponent || text.length() > LONGEST_NUMBER || !Numbers.isDecimal(text)) {
      throw notATime(text);
    }
    try {
      BigDecimal micros = new BigDecimal(text).movePointRight(digits);
      return finite(micros.setScale(0, RoundingMode.FLOOR).longValueExact(), text);
    } catch (ArithmeticException | NumberFormatException e) {
      throw notATime(text);
    }
  }

  private static long finite(long micros, String text) {
    if (!Time.isFinite(micros)) {
      throw notATime(text);
    }
    return micros;
  }

  private static DateTimeException notATime(String text) {
    return new DateTimeException("not a time: actual=\"" + text + "\"");
  }
}
