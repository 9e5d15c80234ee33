package io.tidemark.connector.file;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects the values that decide a row's partition. Not thread-safe; used again for each row.
 *
 * <p>A value counts as it is printed, not as it stands in the file: {@code 7} and {@code 07} are
 * one long, so they must not part.
 */
final class PartitionKey {
  private static final byte SEPARATOR = 0x1F;

  private byte[] bytes = new byte[64];
  private int length;
  private boolean first = true;

  /** Forgets the values of the row before. */
  void clear() {
    length = 0;
    first = true;
  }

  /** Adds a value's UTF-8 bytes; none for an empty value. */
  void add(byte[] from, int start, int end) {
    int more = end - start;
    if (length + more + 1 > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more + 1));
    }
    if (!first) {
      bytes[length++] = SEPARATOR;
    }
    first = false;
    System.arraycopy(from, start, bytes, length, more);
    length += more;
  }

  /** Adds a value's text. */
  void add(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    add(encoded, 0, encoded.length);
  }

  /** The partition among {@code count}. */
  int partition(int count) {
    return Math.floorMod(Murmur3.hash(bytes, length), count);
  }
}
