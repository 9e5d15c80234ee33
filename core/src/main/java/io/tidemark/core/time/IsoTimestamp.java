package io.tidemark.core.time;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/**
 * Reads ISO 8601 timestamps. The common shape, {@code 2024-01-01T12:34:56}, a fraction, and {@code
 * Z} or nothing, is read by hand, without an object; it is the hottest loop of a text source.
 * Whatever has another shape goes to {@code java.time}, which also tells what is no timestamp.
 */
final class IsoTimestamp {
  private static final int LENGTH_TO_SECONDS = 19;
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long SECONDS_PER_DAY = 86_400L;

  private static final DateTimeFormatter ANY =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral('T')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[XXXXX][XXXX][X]")
          .toFormatter(Locale.ROOT)
          // Anything milder moves 30 February to the 29th: a guess.
          .withResolverStyle(ResolverStyle.STRICT);

  private IsoTimestamp() {}

  static long micros(String text) throws BadTimestamp {
    return hasCommonShape(text) ? readCommon(text) : readAny(text);
  }

  /** Whether every place up to the seconds holds the right sort of character. */
  private static boolean hasCommonShape(String text) {
    if (text.length() < LENGTH_TO_SECONDS
        || text.charAt(4) != '-'
        || text.charAt(7) != '-'
        || (text.charAt(10) != 'T' && text.charAt(10) != ' ')
        || text.charAt(13) != ':'
        || text.charAt(16) != ':') {
      return false;
    }
    return isNumber(text, 0, 4)
        && isNumber(text, 5, 7)
        && isNumber(text, 8, 10)
        && isNumber(text, 11, 13)
        && isNumber(text, 14, 16)
        && isNumber(text, 17, 19)
        && number(text, 11) < 24;
  }

  private static long readCommon(String text) throws BadTimestamp {
    int length = text.length();
    int micros = 0;
    int at = LENGTH_TO_SECONDS;
    if (at < length && text.charAt(at) == '.') {
      int start = ++at;
      int unit = 100_000;
      while (at < length && isDigit(text.charAt(at))) {
        micros += unit * (text.charAt(at++) - '0');
        unit /= 10;
      }
      if (at - start > 9) {
        throw new BadTimestamp(text);
      }
    }
    if (at < length && text.charAt(at) == 'Z') {
      at++;
    }
    if (at < length) {
      return readAny(text);
    }
    int year = number(text, 0) * 100 + number(text, 2);
    int month = number(text, 5);
    int day = number(text, 8);
    int minute = number(text, 14);
    int second = number(text, 17);
    if (month < 1 || month > 12 || day < 1 || day > lengthOf(month, year)) {
      throw new BadTimestamp(text);
    }
    if (minute > 59 || second > 59) {
      throw new BadTimestamp(text);
    }
    long seconds = epochDay(year, month, day) * SECONDS_PER_DAY;
    seconds += number(text, 11) * 3_600L + minute * 60L + second;
    return seconds * MICROS_PER_SECOND + micros;
  }

  private static long readAny(String text) throws BadTimestamp {
    int blank = text.indexOf(' ');
    String withT = blank < 0 ? text : text.substring(0, blank) + 'T' + text.substring(blank + 1);
    try {
      TemporalAccessor parsed = ANY.parse(withT);
      LocalDateTime local = LocalDateTime.from(parsed);
      ZoneOffset offset =
          parsed.isSupported(ChronoField.OFFSET_SECONDS) ? ZoneOffset.from(parsed) : ZoneOffset.UTC;
      long micros = Time.micros(local.toInstant(offset));
      if (Time.isFinite(micros)) {
        return micros;
      }
    } catch (DateTimeException notATimestamp) {
      // Said below, with the text as it stands in the element.
    }
    throw new BadTimestamp(text);
  }

  /** Days since 1970-01-01 in the proleptic Gregorian calendar, from year 0 on. */
  private static long epochDay(int year, int month, int day) {
    // Years start in March, so that the leap day is the last one of its year.
    int y = month <= 2 ? year - 1 : year;
    int monthFromMarch = month <= 2 ? month + 9 : month - 3;
    long days = 365L * y + Math.floorDiv(y, 4) - Math.floorDiv(y, 100) + Math.floorDiv(y, 400);
    return days + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468;
  }

  private static int lengthOf(int month, int year) {
    if (month == 2) {
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  private static boolean isNumber(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, int at) {
    return (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
