package io.tidemark.connector.file;

import io.tidemark.core.time.Time;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/**
 * Reads ISO 8601 times: the common form {@code yyyy-MM-ddTHH:mm:ss[.ffffff][Z]} by hand, the others
 * through the JDK, which takes some twenty times as long.
 */
final class IsoTime {
  private static final int SECONDS_END = 19;
  private static final int MICRO_DIGITS = 6;
  private static final long MICROS_PER_SECOND = 1_000_000L;

  /** Offsets {@code +01:00}, and {@code +0100} or {@code +01}; each also {@code Z} or none. */
  private static final DateTimeFormatter COLON = formatter("[XXX]");

  private static final DateTimeFormatter NO_COLON = formatter("[X]");

  private IsoTime() {}

  private static DateTimeFormatter formatter(String offset) {
    return new DateTimeFormatterBuilder()
        .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
        .appendPattern(offset)
        .toFormatter(Locale.ROOT)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  /**
   * The time in microseconds; an infinity where it lies beyond the axis.
   *
   * @throws DateTimeException where the text is no time
   */
  static long micros(String text) {
    return isPlain(text) ? plain(text) : any(text);
  }

  /** Whether the text has the common form; the numbers in it may still be none of a calendar. */
  private static boolean isPlain(String text) {
    int length = text.length();
    if (length < SECONDS_END
        || text.charAt(4) != '-'
        || text.charAt(7) != '-'
        || (text.charAt(10) != 'T' && text.charAt(10) != ' ')
        || text.charAt(13) != ':'
        || text.charAt(16) != ':') {
      return false;
    }
    int end = end(text);
    return areDigits(text, 0, 4)
        && areDigits(text, 5, 7)
        && areDigits(text, 8, 10)
        && areDigits(text, 11, 13)
        && areDigits(text, 14, 16)
        && areDigits(text, 17, SECONDS_END)
        && (end == SECONDS_END || isFraction(text, end));
  }

  private static int end(String text) {
    int length = text.length();
    return text.charAt(length - 1) == 'Z' ? length - 1 : length;
  }

  private static boolean isFraction(String text, int end) {
    int places = end - SECONDS_END - 1;
    return places > 0
        && places <= MICRO_DIGITS
        && text.charAt(SECONDS_END) == '.'
        && areDigits(text, SECONDS_END + 1, end);
  }

  private static boolean areDigits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static long plain(String text) {
    int hour = number(text, 11, 13);
    int minute = number(text, 14, 16);
    int second = number(text, 17, SECONDS_END);
    if (hour > 23 || minute > 59 || second > 59) {
      throw new DateTimeException("no such time of day: actual=\"" + text + "\"");
    }
    LocalDate day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    long seconds = day.toEpochDay() * 86_400 + hour * 3_600L + minute * 60L + second;
    int end = end(text);
    int fraction = end == SECONDS_END ? 0 : number(text, SECONDS_END + 1, end);
    for (int places = end - SECONDS_END - 1; places < MICRO_DIGITS; places++) {
      fraction *= 10;
    }
    return seconds * MICROS_PER_SECOND + fraction;
  }

  private static int number(String text, int from, int to) {
    int value = 0;
    for (int i = from; i < to; i++) {
      value = value * 10 + text.charAt(i) - '0';
    }
    return value;
  }

  private static long any(String text) {
    int blank = text.indexOf(' ');
    String joined = blank < 0 ? text : text.substring(0, blank) + 'T' + text.substring(blank + 1);
    int sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
    DateTimeFormatter formatter = text.indexOf(':', Math.max(sign, 0)) < 0 ? NO_COLON : COLON;
    TemporalAccessor parsed = formatter.parseBest(joined, Instant::from, LocalDateTime::from);
    Instant instant =
        parsed instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : (Instant) parsed;
    return Time.micros(instant);
  }
}
