package io.tidemark.connector.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Bytes as text: strictly UTF-8, so that bytes that are not are noticed and not guessed at. */
final class Utf8 {
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  /** The text of the bytes, or null where they are not UTF-8. */
  static @Nullable String strict(byte[] bytes, int from, int to) {
    String text = lenient(bytes, from, to);
    // Only a text with the replacement character may have lost something, and the JDK's fast way to
    // decode is several times as fast as its strict one.
    if (text.indexOf(REPLACEMENT) < 0 || isUtf8(bytes, from, to)) {
      return text;
    }
    return null;
  }

  private static boolean isUtf8(byte[] bytes, int from, int to) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** The text of the bytes, with U+FFFD for what is not UTF-8. */
  static String lenient(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** The text of bytes that are known to be ASCII. */
  static String ascii(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /** The text of at most {@code most} of the bytes, without a character that this would cut. */
  static String head(byte[] bytes, int from, int to, int most) {
    int end = Math.min(to, from + most);
    while (end > from && end < to && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return lenient(bytes, from, end);
  }

  /** Whether half of a surrogate pair stands alone, which no UTF-8 can hold. */
  static boolean hasLoneSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
