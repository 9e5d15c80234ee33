package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How many doubles there were and their exact sum, whatever their order.
 *
 * <p>Every finite double is a whole multiple of 2⁻¹⁰⁷⁴. The sum is kept as that whole number, in
 * limbs of 32 bits, of which only the stretch in use exists: three to five for values of like size,
 * 68 at most. A limb is a {@code long}, so that carries wait: adding a double touches three limbs,
 * and only after 2³⁰ additions are carries passed on. Rounding happens once, when the sum is read
 * ({@link ExactNumber}).
 *
 * <p>After Kulisch's long accumulator, in the form of Neal, Fast Exact Summation Using Small and
 * Large Superaccumulators, 2015. Rejected: Kahan's and Neumaier's sums (they depend on the order),
 * Shewchuk's expansions (exact, but the same sum has many forms, and the bytes of equal states
 * would differ).
 */
final class DoubleTotal {
  /** The count, then the sum. */
  static final Codec<DoubleTotal> CODEC =
      new Codec<>() {
        @Override
        public void write(DoubleTotal total, DataOutput out) throws IOException {
          Bytes.writeVarLong(total.count, out);
          total.exact().write(out);
        }

        @Override
        public DoubleTotal read(DataInput in) throws IOException {
          DoubleTotal total = new DoubleTotal();
          total.count = Bytes.readVarLong(in);
          ExactNumber sum = ExactNumber.read(in);
          total.first = sum.first();
          total.limbs = sum.signedLimbs();
          return total;
        }
      };

  static final int LIMB_BITS = 32;
  static final long LIMB_MASK = 0xFFFF_FFFFL;

  private static final int MANTISSA_BITS = 52;
  private static final long MANTISSA_MASK = (1L << MANTISSA_BITS) - 1;
  private static final int EXPONENT_MASK = 0x7FF;
  private static final int MOST_PENDING = 1 << 30;
  private static final long[] NO_LIMBS = {};

  /** Scales a sum of as many doubles as a {@code long} can count into the range of one. */
  private static final int SCALE = 64;

  private long count;

  /** The limb of index i counts units of 2^(32 · (first + i) − 1074). */
  private long[] limbs = NO_LIMBS;

  private int first;

  /** Additions since carries were passed on. */
  private int pending;

  /**
   * Adds a value.
   *
   * @throws IllegalArgumentException for NaN and infinities, which are bad input
   */
  void add(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> MANTISSA_BITS) & EXPONENT_MASK;
    if (exponent == EXPONENT_MASK) {
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
    // All ones for a negative value: then xor and subtraction negate.
    long sign = bits >> 63;
    limbs[at] += (((mantissa << shift) & LIMB_MASK) ^ sign) - sign;
    limbs[at + 1] += ((rest & LIMB_MASK) ^ sign) - sign;
    limbs[at + 2] += ((rest >>> LIMB_BITS) ^ sign) - sign;
    count++;
    noteAddition();
  }

  /** Adds another total, which stays what it is. */
  void merge(DoubleTotal from) {
    from.passCarries();
    makeRoom(from.first, from.first + from.limbs.length);
    for (int i = 0; i < from.limbs.length; i++) {
      limbs[from.first - first + i] += from.limbs[i];
    }
    count += from.count;
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

  private ExactNumber exact() {
    passCarries();
    return ExactNumber.of(first, limbs);
  }

  /**
   * The exact sum, rounded once; null over no value.
   *
   * @throws SumOverflow where it lies beyond the largest double
   */
  @Nullable Double sum() {
    if (count == 0) {
      return null;
    }
    double rounded = exact().rounded(0);
    if (Double.isInfinite(rounded)) {
      throw new SumOverflow("a sum of doubles is beyond the largest double: actual=" + rounded);
    }
    return rounded;
  }

  /**
   * The exact sum, rounded once as if there were no largest double, divided by the count; null over
   * no value.
   */
  @Nullable Double average() {
    if (count == 0) {
      return null;
    }
    double rounded = exact().rounded(0);
    return Double.isInfinite(rounded)
        ? Math.scalb(exact().rounded(SCALE) / count, SCALE)
        : rounded / count;
  }
}
