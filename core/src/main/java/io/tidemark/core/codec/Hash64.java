package io.tidemark.core.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * XXH64 over a range of bytes: 64 bits of checksum at some gigabytes a second.
 *
 * <p>It finds accidents, not forgeries: a flipped bit, a cut, a record in the wrong place. CRC-32C
 * was rejected because one damage in four thousand million would pass, and a cryptographic hash
 * because it costs more than the rest of a write.
 *
 * <p>Reference: Y. Collet, "XXH64 algorithm", the xxHash specification, version 0.1.1.
 */
public final class Hash64 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;

  private Hash64() {}

  /** The hash of all bytes. */
  public static long of(byte[] bytes, long seed) {
    return of(bytes, 0, bytes.length, seed);
  }

  /** The hash of the bytes from {@code from} to before {@code to}. */
  public static long of(byte[] bytes, int from, int to, long seed) {
    int at = from;
    long hash;
    if (to - from >= 32) {
      long v1 = seed + P1 + P2;
      long v2 = seed + P2;
      long v3 = seed;
      long v4 = seed - P1;
      for (; at <= to - 32; at += 32) {
        v1 = round(v1, (long) LONGS.get(bytes, at));
        v2 = round(v2, (long) LONGS.get(bytes, at + 8));
        v3 = round(v3, (long) LONGS.get(bytes, at + 16));
        v4 = round(v4, (long) LONGS.get(bytes, at + 24));
      }
      hash =
          Long.rotateLeft(v1, 1)
              + Long.rotateLeft(v2, 7)
              + Long.rotateLeft(v3, 12)
              + Long.rotateLeft(v4, 18);
      hash = merge(merge(merge(merge(hash, v1), v2), v3), v4);
    } else {
      hash = seed + P5;
    }
    return finish(hash + (to - from), bytes, at, to);
  }

  private static long finish(long start, byte[] bytes, int from, int to) {
    long hash = start;
    int at = from;
    for (; at <= to - 8; at += 8) {
      hash = Long.rotateLeft(hash ^ round(0, (long) LONGS.get(bytes, at)), 27) * P1 + P4;
    }
    if (at <= to - 4) {
      hash = Long.rotateLeft(hash ^ (((int) INTS.get(bytes, at)) & 0xFFFFFFFFL) * P1, 23) * P2 + P3;
      at += 4;
    }
    for (; at < to; at++) {
      hash = Long.rotateLeft(hash ^ (bytes[at] & 0xFFL) * P5, 11) * P1;
    }
    hash = (hash ^ (hash >>> 33)) * P2;
    hash = (hash ^ (hash >>> 29)) * P3;
    return hash ^ (hash >>> 32);
  }

  private static long round(long accumulator, long input) {
    return Long.rotateLeft(accumulator + input * P2, 31) * P1;
  }

  private static long merge(long hash, long accumulator) {
    return (hash ^ round(0, accumulator)) * P1 + P4;
  }
}
