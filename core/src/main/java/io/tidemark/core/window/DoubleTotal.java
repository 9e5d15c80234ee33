package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** How many doubles there were and their exact sum. */
final class DoubleTotal {
  /** The count, then the sum. */
  static final Codec<DoubleTotal> CODEC =
      new Codec<>() {
        @Override
        public void write(DoubleTotal total, DataOutput out) throws IOException {
          Bytes.writeVarLong(total.count, out);
          total.sum.write(out);
        }

        @Override
        public DoubleTotal read(DataInput in) throws IOException {
          long count = Bytes.readVarLong(in);
          return new DoubleTotal(count, ExactSum.read(in));
        }
      };

  /** Scales a sum of as many doubles as a {@code long} can count into the range of one. */
  private static final int SCALE = 64;

  private final ExactSum sum;
  private long count;

  DoubleTotal() {
    this(0, new ExactSum());
  }

  private DoubleTotal(long count, ExactSum sum) {
    this.count = count;
    this.sum = sum;
  }

  void add(double value) {
    sum.add(value);
    count++;
  }

  void merge(DoubleTotal from) {
    count += from.count;
    sum.add(from.sum);
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
    double rounded = sum.rounded(0);
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
    double rounded = sum.rounded(0);
    return Double.isInfinite(rounded)
        ? Math.scalb(sum.rounded(SCALE) / count, SCALE)
        : rounded / count;
  }
}
