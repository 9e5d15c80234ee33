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
 * {@link Limbs}: three to five for values of like size, 68 at most. Adding a double touches three
 * of them. Rounding happens once, when the sum is read ({@link ExactNumber}).
 *
 * <p>After Kulisch's long accumulator, in the form of Neal, Fast Exact Summation Using Small and
 * Large Superaccumulators, 2015. Rejected: Kahan's and Neumaier's sums (they depend on the order),
 * Shewchuk's expansions (exact, but the same sum has many forms, and the bytes of equal states
 * would differ).
 */
final class DoubleTotal extends Limbs {
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
          total.set(ExactNumber.read(in));
          return total;
        }
      };

  private static final int MANTISSA_BITS = 52;
  private static final long MANTISSA_MASK = (1L << MANTISSA_BITS) - 1;
  private static final int EXPONENT_MASK = 0x7FF;

  /** Scales a sum of as many doubles as a {@code long} can count into the range of one. */
  private static final int SCALE = 64;

  private long count;

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
    addAll(from);
    count += from.count;
  }

  /** Takes out what was merged; the part stays what it is. */
  void retract(DoubleTotal part) {
    subtractAll(part);
    count -= part.count;
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
