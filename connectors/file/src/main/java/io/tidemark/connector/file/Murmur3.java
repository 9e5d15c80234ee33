package io.tidemark.connector.file;

/**
 * MurmurHash3_x86_32 with seed 0 (Appleby, public domain), which decides the partition of a row.
 * The numbers are part of every partitioned run's state: they never change.
 */
final class Murmur3 {
  private static final int C1 = 0xcc9e2d51;
  private static final int C2 = 0x1b873593;

  private Murmur3() {}

  /** The hash of the first {@code length} bytes. */
  static int hash(byte[] bytes, int length) {
    int hash = 0;
    int blocks = length & ~3;
    for (int i = 0; i < blocks; i += 4) {
      int block =
          (bytes[i] & 0xff)
              | (bytes[i + 1] & 0xff) << 8
              | (bytes[i + 2] & 0xff) << 16
              | bytes[i + 3] << 24;
      hash ^= scramble(block);
      hash = Integer.rotateLeft(hash, 13) * 5 + 0xe6546b64;
    }
    int tail = 0;
    for (int i = length - 1; i >= blocks; i--) {
      tail = tail << 8 | (bytes[i] & 0xff);
    }
    hash ^= scramble(tail);
    return finish(hash ^ length);
  }

  private static int scramble(int block) {
    return Integer.rotateLeft(block * C1, 15) * C2;
  }

  private static int finish(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x85ebca6b;
    mixed = (mixed ^ mixed >>> 13) * 0xc2b2ae35;
    return mixed ^ mixed >>> 16;
  }
}
