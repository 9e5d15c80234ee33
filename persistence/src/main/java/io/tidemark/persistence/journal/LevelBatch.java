package io.tidemark.persistence.journal;

import java.nio.ByteBuffer;

/**
 * One record of LevelDB's write-ahead log: a sequence number of eight bytes, a count of four, and
 * that many puts and deletes, each a tag and one or two strings behind their length.
 */
final class LevelBatch {
  private static final int HEADER_BYTES = 12;
  private static final int PUT = 1;

  private LevelBatch() {}

  /** The largest number of a commit that the batch writes, 0 if it writes none. */
  static long lastCommit(byte[] record, int length) {
    long last = 0;
    ByteBuffer in = ByteBuffer.wrap(record, 0, length);
    in.position(Math.min(HEADER_BYTES, length));
    while (in.hasRemaining()) {
      boolean put = in.get() == PUT;
      int keyBytes = (int) varint(in);
      if (put && keyBytes == 9 && Keys.isCommit(record, in.position())) {
        last = Math.max(last, in.getLong(in.position() + 1));
      }
      skip(in, keyBytes);
      if (put) {
        skip(in, (int) varint(in));
      }
    }
    return last;
  }

  static void skip(ByteBuffer in, int bytes) {
    in.position(in.position() + bytes);
  }

  /** A number in groups of seven bits, the lowest first. */
  static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
