package io.tidemark.connector.file;

import com.fasterxml.jackson.core.io.NumberInput;
import com.fasterxml.jackson.core.io.NumberOutput;
import org.jspecify.annotations.Nullable;

/**
 * Numbers as text, the same on every JDK and in every locale: ASCII digits, an optional sign, a
 * point, an exponent; no blanks, type suffixes, hexadecimals, {@code NaN} or infinities.
 *
 * <p>Doubles are printed as JDK 19 does, whatever the JDK: 17 and 18 print some with more digits
 * than it takes to read them back (1.3 % of 20 million of several kinds). Jackson carries the
 * algorithm that JDK 19 adopted (Giulietti, "The Schubfach way to render doubles") behind a public
 * method; compared with JDK 25 on those 20 million it printed the same, and a file of awkward ones
 * is compared in every build. Rejected: a copy of the algorithm (500 lines and tables to own), and
 * a search for the fewest digits around {@code parseDouble} (slow, and the notation would still be
 * to write).
 */
final class Numbers {
  /** 2^53: every whole number up to it is a double. */
  private static final long EXACT = 1L << 53;

  /** The powers of ten that are doubles. */
  private static final double[] POWERS = powers();

  private Numbers() {}

  private static double[] powers() {
    double[] powers = new double[23];
    double power = 1;
    for (int i = 0; i < powers.length; i++) {
      powers[i] = power;
      power *= 10;
    }
    return powers;
  }

  /** The shortest decimal that reads back as the value, in the notation of JDK 19's toString. */
  static String toString(double value) {
    // JDK 17 and 18 print some doubles with more digits than it takes; Jackson carries the
    // algorithm
    // (Giulietti, "The Schubfach way to render doubles") that JDK 19 adopted.
    return NumberOutput.toString(value, true);
  }

  /** The long that the text stands for, or null where it is none. */
  static @Nullable Long parseLong(String text) {
    if (!isDecimal(text)) {
      return null;
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The finite double nearest to the text, or null where it is none. */
  static @Nullable Double parseDouble(String text) {
    if (!isDecimal(text)) {
      return null;
    }
    try {
      double value = NumberInput.parseDouble(text, true);
      return Double.isFinite(value) ? value : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The long that ASCII bytes stand for, or null where they are none. */
  static @Nullable Long parseLong(byte[] bytes, int from, int to) {
    int at = from < to && (bytes[from] == '-' || bytes[from] == '+') ? from + 1 : from;
    int digits = to - at;
    if (digits < 1 || digits > 18) {
      return parseLong(Utf8.ascii(bytes, from, to));
    }
    long value = 0;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        return null;
      }
      value = value * 10 + digit;
    }
    return bytes[from] == '-' ? -value : value;
  }

  /**
   * The finite double nearest to ASCII bytes, or null where they are none.
   *
   * <p>A number of few digits and no exponent is the quotient of two exact doubles, which IEEE
   * division rounds once and so correctly (Clinger, "How to read floating point numbers
   * accurately", 1990); all others take the general way.
   */
  static @Nullable Double parseDouble(byte[] bytes, int from, int to) {
    int at = from < to && (bytes[from] == '-' || bytes[from] == '+') ? from + 1 : from;
    if (to - at > 17) {
      return parseDouble(Utf8.ascii(bytes, from, to));
    }
    long mantissa = 0;
    int digits = 0;
    int point = -1;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        digits++;
      } else if (bytes[at] == '.' && point < 0) {
        point = digits;
      } else {
        return parseDouble(Utf8.ascii(bytes, from, to));
      }
    }
    if (digits == 0 || mantissa > EXACT) {
      return parseDouble(Utf8.ascii(bytes, from, to));
    }
    double value = point < 0 ? mantissa : mantissa / POWERS[digits - point];
    return bytes[from] == '-' ? -value : value;
  }

  /** Whether the text has only characters that a decimal number can have. */
  static boolean isDecimal(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean allowed =
          (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
      if (!allowed) {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
