package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The exact sum of any doubles, whatever their order.
 *
 * <p>Every finite double is a whole multiple of 2⁻¹⁰⁷⁴. The sum is kept as that whole number, in
 * limbs of 32 bits, of which only the stretch in use exists: two to five for values of like size,
 * 68 at most. A limb is a {@code long}, so that carries wait: adding a double touches three limbs,
 * and only after 2³⁰ additions are carries passed on. Rounding happens once, when the sum is read,
 * to the nearest double, ties to even.
 *
 * <p>After Kulisch's long accumulator, in the form of Neal, Fast Exact Summation Using Small and
 * Large Superaccumulators, 2015. Rejected: Kahan's and Neumaier's sums (they depend on the order),
 * Shewchuk's expansions (exact, but the same sum has many forms, and the bytes of equal states
 * would differ).
 */
final class ExactSum {
  private static final int LIMB_BITS = 32;
  private static final long LIMB_MASK = 0xFFFF_FFFFL;
  private static final int MANTISSA_BITS = 52;
  private static final long MANTISSA_MASK = (1L << MANTISSA_BITS) - 1;
  private static final int EXPONENT_MASK = 0x7FF;
  private static final int LARGEST_EXPONENT = 0x7FE;
  private static final int MOST_PENDING = 1 << 30;
  private static final long[] NO_LIMBS = {};

  /** The limb of index i counts units of 2^(32 · (first + i) − 1074). */
  private long[] limbs = NO_LIMBS;

  private int first;
  private int pending;

  /**
   * Adds a value.
   *
   * @throws IllegalArgumentException for NaN and infinities, which are bad input
   */
  void add(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> MANTISSA_BITS) & EXPONENT_MASK;
    if (exponent > LARGEST_EXPONENT) {
      throw new IllegalArgumentException("not a finite number: actual=" + value);
    }
    long mantissa = bits & MANTISSA_MASK;
    if (exponent == 0) {
      exponent = 1;
    } else {
      mantissa |= 1L << MANTISSA_BITS;
    }
    int limb = (exponent - 1) / LIMB_BITS;
    int shift = (exponent - 1) % LIMB_BITS;
    makeRoom(limb, limb + 3);
    int at = limb - first;
    long rest = mantissa >>> (LIMB_BITS - shift);
    if (bits >= 0) {
      limbs[at] += (mantissa << shift) & LIMB_MASK;
      limbs[at + 1] += rest & LIMB_MASK;
      limbs[at + 2] += rest >>> LIMB_BITS;
    } else {
      limbs[at] -= (mantissa << shift) & LIMB_MASK;
      limbs[at + 1] -= rest & LIMB_MASK;
      limbs[at + 2] -= rest >>> LIMB_BITS;
    }
    noteAddition();
  }

  /** Adds another sum, which stays what it is. */
  void add(ExactSum other) {
    other.passCarries();
    makeRoom(other.first, other.first + other.limbs.length);
    for (int i = 0; i < other.limbs.length; i++) {
      limbs[other.first - first + i] += other.limbs[i];
    }
    noteAddition();
  }

  private void noteAddition() {
    if (++pending == MOST_PENDING) {
      passCarries();
    }
  }

  private void makeRoom(int from, int to) {
    if (limbs.length == 0) {
      limbs = new long[to - from];
      first = from;
    } else if (from < first || to > first + limbs.length) {
      int lowest = Math.min(from, first);
      long[] wider = new long[Math.max(to, first + limbs.length) - lowest];
      System.arraycopy(limbs, 0, wider, first - lowest, limbs.length);
      limbs = wider;
      first = lowest;
    }
  }

  /** Afterwards every limb is from 0 to below 2³², the last one from −2³². */
  private void passCarries() {
    pending = 0;
    long carry = 0;
    for (int i = 0; i < limbs.length; i++) {
      long limb = limbs[i] + carry;
      limbs[i] = limb & LIMB_MASK;
      carry = limb >> LIMB_BITS;
    }
    if (carry == -1) {
      limbs[limbs.length - 1] -= LIMB_MASK + 1;
    } else if (carry != 0) {
      makeRoom(first, first + limbs.length + 1);
      limbs[limbs.length - 1] = carry;
    }
  }

  /**
   * The sum times 2^(−scale), rounded to the nearest double; an infinity beyond the largest. The
   * scale is 0, or the sum is large.
   */
  double rounded(int scale) {
    return Magnitude.of(this).rounded(scale);
  }

  /** Writes the sum in a form that depends on nothing but the sum. */
  void write(DataOutput out) throws IOException {
    Magnitude magnitude = Magnitude.of(this);
    out.writeByte(magnitude.sign);
    if (magnitude.sign != 0) {
      Bytes.writeVarInt(magnitude.first, out);
      Bytes.writeVarInt(magnitude.limbs.length, out);
      for (long limb : magnitude.limbs) {
        out.writeInt((int) limb);
      }
    }
  }

  /** Reads what {@link #write} wrote. */
  static ExactSum read(DataInput in) throws IOException {
    ExactSum sum = new ExactSum();
    int sign = in.readByte();
    if (sign != 0) {
      sum.first = Bytes.readVarInt(in);
      sum.limbs = new long[Bytes.readVarInt(in)];
      for (int i = 0; i < sum.limbs.length; i++) {
        sum.limbs[i] = sign * (in.readInt() & LIMB_MASK);
      }
      sum.pending = 1;
    }
    return sum;
  }

  /**
   * A sum as sign and size: limbs from 0 to below 2³², the outer ones not 0; no limbs where it is
   * 0.
   */
  private static final class Magnitude {
    final int sign;
    final int first;
    final long[] limbs;

    private Magnitude(int sign, int first, long[] limbs) {
      this.sign = sign;
      this.first = first;
      this.limbs = limbs;
    }

    static Magnitude of(ExactSum sum) {
      sum.passCarries();
      int to = sum.limbs.length;
      while (to > 0 && sum.limbs[to - 1] == 0) {
        to--;
      }
      if (to == 0) {
        return new Magnitude(0, 0, NO_LIMBS);
      }
      int sign = sum.limbs[to - 1] < 0 ? -1 : 1;
      // One more: a size can need a bit more than its negative in two's complement.
      long[] limbs = Arrays.copyOf(sum.limbs, to + 1);
      if (sign < 0) {
        to = negate(limbs);
      }
      int from = 0;
      while (limbs[from] == 0) {
        from++;
      }
      return new Magnitude(sign, sum.first + from, Arrays.copyOfRange(limbs, from, to));
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

    double rounded(int scale) {
      if (sign == 0) {
        return 0.0;
      }
      long top = limbs[limbs.length - 1];
      int highest =
          LIMB_BITS * (first + limbs.length) - 1 - (Long.numberOfLeadingZeros(top) - LIMB_BITS);
      int lowest = Math.max(highest - MANTISSA_BITS, 0);
      long mantissa = bitsFrom(lowest);
      if (lowest > 0 && bit(lowest - 1) && ((mantissa & 1) != 0 || anyBelow(lowest - 1))) {
        mantissa++;
        if (mantissa > (MANTISSA_MASK << 1 | 1)) {
          mantissa >>>= 1;
          lowest++;
        }
      }
      // Up to 2⁵³ units the bits of a double are the number of units, subnormal or not.
      long bits = mantissa + ((long) (lowest - scale) << MANTISSA_BITS);
      if (lowest - scale + 1 > LARGEST_EXPONENT) {
        bits = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
      }
      return sign * Double.longBitsToDouble(bits);
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
}
