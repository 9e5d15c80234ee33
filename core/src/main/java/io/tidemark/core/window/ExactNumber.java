package io.tidemark.core.window;

import static io.tidemark.core.window.Limbs.LIMB_BITS;
import static io.tidemark.core.window.Limbs.LIMB_MASK;

import io.tidemark.core.codec.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A whole multiple of 2⁻¹⁰⁷⁴ as sign and size: the one form of a sum, from which it is rounded and
 * written. Limbs are from 0 to below 2³², lowest first, the outer ones not 0; there are none where
 * the number is 0.
 */
final class ExactNumber {
  private static final int MANTISSA_BITS = 52;
  private static final int LARGEST_EXPONENT = 0x7FE;

  private final int sign;
  private final int first;
  private final long[] limbs;

  private ExactNumber(int sign, int first, long[] limbs) {
    this.sign = sign;
    this.first = first;
    this.limbs = limbs;
  }

  /**
   * The number of these limbs, each from 0 to below 2³², the last one from −2³²; the limb of index
   * i counts units of 2^(32 · (first + i) − 1074).
   */
  static ExactNumber of(int first, long[] signed) {
    int to = signed.length;
    while (to > 0 && signed[to - 1] == 0) {
      to--;
    }
    if (to == 0) {
      return new ExactNumber(0, 0, new long[0]);
    }
    int sign = signed[to - 1] < 0 ? -1 : 1;
    // One more: a size can need a bit more than its negative in two's complement.
    long[] limbs = Arrays.copyOf(signed, to + 1);
    if (sign < 0) {
      to = negate(limbs);
    }
    int from = 0;
    while (limbs[from] == 0) {
      from++;
    }
    return new ExactNumber(sign, first + from, Arrays.copyOfRange(limbs, from, to));
  }

  /** Negates a negative number; returns how many limbs it has then. */
  private static int negate(long[] limbs) {
    long carry = 0;
    int to = 0;
    for (int i = 0; i < limbs.length; i++) {
      long limb = carry - limbs[i];
      limbs[i] = limb & LIMB_MASK;
      carry = limb >> LIMB_BITS;
      to = limbs[i] == 0 ? to : i + 1;
    }
    return to;
  }

  /** Which power of 2³² the lowest limb counts, from that of 2⁻¹⁰⁷⁴. */
  int first() {
    return first;
  }

  /** The limbs, all negative where the number is. */
  long[] signedLimbs() {
    long[] signed = limbs.clone();
    for (int i = 0; i < signed.length; i++) {
      signed[i] *= sign;
    }
    return signed;
  }

  /** The number in units of 2⁻¹⁰⁷⁴, or of whatever its lowest limb counts from. */
  BigInteger inUnits() {
    byte[] bytes = new byte[Integer.BYTES * limbs.length];
    ByteBuffer highestFirst = ByteBuffer.wrap(bytes);
    for (int i = limbs.length - 1; i >= 0; i--) {
      highestFirst.putInt((int) limbs[i]);
    }
    return new BigInteger(sign, bytes).shiftLeft(LIMB_BITS * first);
  }

  /** Writes a sign and, but for 0, the place of the lowest limb and the limbs. */
  void write(DataOutput out) throws IOException {
    out.writeByte(sign);
    if (sign != 0) {
      Bytes.writeVarInt(first, out);
      Bytes.writeVarInt(limbs.length, out);
      for (long limb : limbs) {
        out.writeInt((int) limb);
      }
    }
  }

  /** Reads what {@link #write} wrote. */
  static ExactNumber read(DataInput in) throws IOException {
    int sign = in.readByte();
    if (sign == 0) {
      return new ExactNumber(0, 0, new long[0]);
    }
    int first = Bytes.readVarInt(in);
    long[] limbs = new long[Bytes.readVarInt(in)];
    for (int i = 0; i < limbs.length; i++) {
      limbs[i] = in.readInt() & LIMB_MASK;
    }
    return new ExactNumber(sign, first, limbs);
  }

  /**
   * The number times 2^(−scale), rounded to the nearest double, ties to even; an infinity beyond
   * the largest. The scale is 0, or the number is beyond the largest double.
   */
  double rounded(int scale) {
    if (sign == 0) {
      return 0.0;
    }
    long top = limbs[limbs.length - 1];
    int highest = LIMB_BITS * (first + limbs.length) - 1 - (Long.numberOfLeadingZeros(top) - 32);
    int lowest = Math.max(highest - MANTISSA_BITS, 0);
    long mantissa = bitsFrom(lowest);
    if (lowest > 0 && bit(lowest - 1) && ((mantissa & 1) != 0 || anyBelow(lowest - 1))) {
      mantissa++;
      if (mantissa == 1L << (MANTISSA_BITS + 1)) {
        mantissa >>>= 1;
        lowest++;
      }
    }
    int exponent = lowest - scale;
    if (exponent + 1 > LARGEST_EXPONENT) {
      return sign * Double.POSITIVE_INFINITY;
    }
    // The leading bit of a normal mantissa adds the 1 by which its exponent is larger; a subnormal
    // one has neither.
    return sign * Double.longBitsToDouble(mantissa + ((long) exponent << MANTISSA_BITS));
  }

  /** The bits from this one up to the highest; at most 53 of them. */
  private long bitsFrom(int lowest) {
    int at = lowest / LIMB_BITS - first;
    int shift = lowest % LIMB_BITS;
    return (limb(at) >>> shift)
        | (limb(at + 1) << (LIMB_BITS - shift))
        | (shift == 0 ? 0 : limb(at + 2) << (2 * LIMB_BITS - shift));
  }

  private boolean bit(int index) {
    return (limb(index / LIMB_BITS - first) >>> (index % LIMB_BITS) & 1) != 0;
  }

  private boolean anyBelow(int index) {
    int at = index / LIMB_BITS - first;
    return at > 0 || (at == 0 && (limbs[0] & ((1L << (index % LIMB_BITS)) - 1)) != 0);
  }

  private long limb(int at) {
    return at < 0 || at >= limbs.length ? 0 : limbs[at];
  }
}
