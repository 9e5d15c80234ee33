package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * How many numbers there were, their exact sum and the exact sum of their squares, whatever their
 * order: from these a standard deviation is computed and rounded once. Rejected: Welford's method,
 * which depends on the order.
 *
 * <p>The numbers are all doubles, counted in units of 2⁻¹⁰⁷⁴, or all longs, counted in ones; their
 * squares in squares of these. For doubles of like size that is about 100 bytes.
 */
final class Spread {
  /** The count, the sum, the sum of squares. */
  static final Codec<Spread> CODEC =
      new Codec<>() {
        @Override
        public void write(Spread spread, DataOutput out) throws IOException {
          Bytes.writeVarLong(spread.count, out);
          spread.sum.exact().write(out);
          spread.squares.exact().write(out);
        }

        @Override
        public Spread read(DataInput in) throws IOException {
          Spread spread = new Spread();
          spread.count = Bytes.readVarLong(in);
          spread.sum.set(ExactNumber.read(in));
          spread.squares.set(ExactNumber.read(in));
          return spread;
        }
      };

  /** What one is in units of longs and of doubles, as a power of two. */
  static final int LONG_UNIT = 0;

  static final int DOUBLE_UNIT = -1074;

  private static final int MANTISSA_BITS = 52;
  private static final int EXPONENT_MASK = 0x7FF;

  /** The root is taken of so many bits: twice a mantissa's, and some for rounding. */
  private static final int ROOT_OF_BITS = 140;

  private long count;
  private final Limbs sum = new Limbs();
  private final Limbs squares = new Limbs();

  /** Adds a long. */
  void add(long value) {
    add(value < 0 ? -1 : 1, Math.abs(value), 0);
  }

  /**
   * Adds a double.
   *
   * @throws IllegalArgumentException for NaN and infinities, which are bad input
   */
  void add(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> MANTISSA_BITS) & EXPONENT_MASK;
    if (exponent == EXPONENT_MASK) {
      throw new IllegalArgumentException("not a finite number: actual=" + value);
    }
    long mantissa = bits & ((1L << MANTISSA_BITS) - 1);
    if (exponent > 0) {
      mantissa |= 1L << MANTISSA_BITS;
    }
    add(bits < 0 ? -1 : 1, mantissa, Math.max(exponent, 1) - 1);
  }

  private void add(int sign, long size, int shift) {
    sum.add(sign, 0, size, shift);
    // Of the size 2⁶³, which is negative as a long, the square is right as well.
    squares.add(1, Math.multiplyHigh(size, size), size * size, 2 * shift);
    count++;
  }

  /** Adds another, which stays what it is. */
  void merge(Spread from) {
    sum.addAll(from.sum);
    squares.addAll(from.squares);
    count += from.count;
  }

  /** Takes out what was merged; the part stays what it is. */
  void retract(Spread part) {
    sum.subtractAll(part.sum);
    squares.subtractAll(part.squares);
    count -= part.count;
  }

  /**
   * The standard deviation of a sample, null over fewer than two values.
   *
   * @param unit what one is in units of the numbers, as a power of two
   */
  @Nullable Double ofSample(int unit) {
    BigInteger number = BigInteger.valueOf(count);
    return count < 2 ? null : root(number.multiply(number.subtract(BigInteger.ONE)), unit);
  }

  /** The standard deviation of all there is, null over no value. */
  @Nullable Double ofPopulation(int unit) {
    BigInteger number = BigInteger.valueOf(count);
    return count < 1 ? null : root(number.multiply(number), unit);
  }

  /**
   * √((count · squares − sum²) / divisor) · 2^unit, rounded; the root has some bits to spare. Below
   * the normal doubles it is rounded once more, to the bits there are.
   */
  private double root(BigInteger divisor, int unit) {
    BigInteger total = sum.exact().inUnits();
    BigInteger dividend =
        squares
            .exact()
            .inUnits()
            .multiply(BigInteger.valueOf(count))
            .subtract(total.multiply(total));
    int shift = (ROOT_OF_BITS - dividend.bitLength() + divisor.bitLength()) / 2;
    BigInteger[] square =
        shift >= 0
            ? dividend.shiftLeft(2 * shift).divideAndRemainder(divisor)
            : dividend.divideAndRemainder(divisor.shiftLeft(-2 * shift));
    BigInteger[] root = square[0].sqrtAndRemainder();
    boolean exact = square[1].signum() == 0 && root[1].signum() == 0;
    double rounded = (exact ? root[0] : root[0].setBit(0)).doubleValue();
    double deviation = Math.scalb(rounded, unit - shift);
    if (Double.isInfinite(deviation)) {
      throw new SumOverflow("a standard deviation is beyond the largest double");
    }
    return deviation;
  }
}
