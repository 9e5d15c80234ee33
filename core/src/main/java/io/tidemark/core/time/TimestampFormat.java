package io.tidemark.core.time;

/**
 * How a timestamp is written as text. Every form reads to a finite time or is a {@link
 * BadTimestamp}: text of another form, surrounding blanks included, and times at or beyond an
 * infinity. What is finer than a microsecond is rounded down, towards the past, also before 1970,
 * so that order is kept.
 */
public enum TimestampFormat {
  /**
   * A date, {@code T} or one blank, a time to the minute, second or fraction of up to nine digits,
   * and {@code Z}, an offset ({@code +02}, {@code +0200}, {@code +02:00}, {@code +02:00:00}) or
   * nothing, which is UTC. A date alone is no timestamp, nor is a time that no clock shows, such as
   * {@code 24:00} or a 30 February.
   */
  ISO8601("iso8601", 0) {
    @Override
    public long micros(String text) throws BadTimestamp {
      return IsoTimestamp.micros(text);
    }
  },
  /** Seconds since 1970-01-01T00:00Z, digits with an optional sign and an optional fraction. */
  EPOCH_SECONDS("epoch-seconds", 6),
  /** Milliseconds since 1970-01-01T00:00Z, likewise. */
  EPOCH_MILLIS("epoch-millis", 3),
  /** Microseconds since 1970-01-01T00:00Z, likewise. */
  EPOCH_MICROS("epoch-micros", 0);

  private final String label;
  private final int digitsToMicros;

  TimestampFormat(String label, int digitsToMicros) {
    this.label = label;
    this.digitsToMicros = digitsToMicros;
  }

  /** The format's name in configuration. */
  public String label() {
    return label;
  }

  /**
   * The format of the name.
   *
   * @throws IllegalArgumentException for a name no format has; the message lists them
   */
  public static TimestampFormat named(String name) {
    for (TimestampFormat format : values()) {
      if (format.label.equals(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException(
        "no such time format: expected=iso8601, epoch-seconds, epoch-millis or epoch-micros,"
            + " actual="
            + name);
  }

  /**
   * The time, in microseconds since 1970-01-01T00:00Z; finite.
   *
   * @throws BadTimestamp where the text is not of this form or the time lies outside the axis
   */
  public long micros(String text) throws BadTimestamp {
    int length = text.length();
    boolean negative = length > 0 && text.charAt(0) == '-';
    int at = negative || (length > 0 && text.charAt(0) == '+') ? 1 : 0;
    int start = at;
    // Counted downwards: the negative range is one larger, so no finite time overflows.
    long micros = 0;
    while (at < length && isDigit(text.charAt(at))) {
      micros = appendDigit(micros, text.charAt(at++), text);
    }
    if (at == start) {
      throw new BadTimestamp(text);
    }
    int fraction = at + 1;
    boolean hasFraction = at < length && text.charAt(at) == '.' && fraction < length;
    boolean inexact = false;
    if (hasFraction) {
      for (at = fraction; at < length && isDigit(text.charAt(at)); at++) {
        inexact |= at - fraction >= digitsToMicros && text.charAt(at) != '0';
      }
    }
    if (at < length) {
      throw new BadTimestamp(text);
    }
    for (int i = 0; i < digitsToMicros; i++) {
      boolean given = hasFraction && fraction + i < length;
      micros = appendDigit(micros, given ? text.charAt(fraction + i) : '0', text);
    }
    return signed(micros, negative, inexact, text);
  }

  private static long signed(long below, boolean negative, boolean inexact, String text)
      throws BadTimestamp {
    if (!negative) {
      if (below <= -Time.MAX) {
        throw new BadTimestamp(text);
      }
      return -below;
    }
    long micros = inexact ? below - 1 : below;
    if (micros == Time.MIN || micros > 0) {
      throw new BadTimestamp(text);
    }
    return micros;
  }

  private static long appendDigit(long below, char digit, String text) throws BadTimestamp {
    long tenfold = below * 10;
    long next = tenfold - (digit - '0');
    if (below < Time.MIN / 10 || next > 0) {
      throw new BadTimestamp(text);
    }
    return next;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
