package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The record that every group commit carries.
 *
 * @param number from 1, without gaps
 * @param changes heads and fences it replaced
 * @param previous the hash of the commit before, 0 before the first
 * @param records heads and fences in the whole store after it
 * @param digest the sum, modulo 2^64, of the checksums of all heads and fences after it
 */
record Commit(long number, int changes, long previous, long records, long digest) {
  static final Commit NONE = new Commit(0, 0, 0, 0, 0);
  private static final int HASHED_BYTES = 4 * Long.BYTES + Integer.BYTES;

  long hash() {
    return number == 0 ? 0 : Hash64.of(fields(), 0, HASHED_BYTES, 0);
  }

  byte[] encode() {
    byte[] bytes = fields();
    ByteBuffer.wrap(bytes).putLong(HASHED_BYTES, Hash64.of(bytes, 0, HASHED_BYTES, 0));
    return bytes;
  }

  private byte[] fields() {
    ByteBuffer out = ByteBuffer.allocate(HASHED_BYTES + Long.BYTES);
    out.putLong(number).putInt(changes).putLong(previous).putLong(records).putLong(digest);
    return out.array();
  }

  /** Empty if the bytes are no commit. */
  static Optional<Commit> decode(byte[] encoded) {
    if (encoded.length != HASHED_BYTES + Long.BYTES) {
      return Optional.empty();
    }
    ByteBuffer in = ByteBuffer.wrap(encoded);
    if (Hash64.of(encoded, 0, HASHED_BYTES, 0) != in.getLong(HASHED_BYTES)) {
      return Optional.empty();
    }
    return Optional.of(
        new Commit(in.getLong(), in.getInt(), in.getLong(), in.getLong(), in.getLong()));
  }
}
