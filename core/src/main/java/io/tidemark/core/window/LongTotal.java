package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * How many longs there were and their sum, in 128 bits: as many longs as a {@code long} can count
 * do not overflow it, so only the final sum can, whatever the order.
 */
final class LongTotal {
  /** The count, then the high and the low half of the sum. */
  static final Codec<LongTotal> CODEC =
      new Codec<>() {
        @Override
        public void write(LongTotal total, DataOutput out) throws IOException {
          Bytes.writeVarLong(total.count, out);
          out.writeLong(total.high);
          out.writeLong(total.low);
        }

        @Override
        public LongTotal read(DataInput in) throws IOException {
          LongTotal total = new LongTotal();
          total.count = Bytes.readVarLong(in);
          total.high = in.readLong();
          total.low = in.readLong();
          return total;
        }
      };

  private long count;
  private long high;
  private long low;

  void add(long value) {
    count++;
    addHalves(value >> 63, value);
  }

  void merge(LongTotal from) {
    count += from.count;
    addHalves(from.high, from.low);
  }

  /** Takes out what was merged; the part stays what it is. */
  void retract(LongTotal part) {
    count -= part.count;
    high -= part.high + (Long.compareUnsigned(low, part.low) < 0 ? 1 : 0);
    low -= part.low;
  }

  private void addHalves(long addedHigh, long addedLow) {
    long sum = low + addedLow;
    high += addedHigh + (Long.compareUnsigned(sum, addedLow) < 0 ? 1 : 0);
    low = sum;
  }

  /**
   * The sum; null over no value.
   *
   * @throws SumOverflow where it is no {@code long}
   */
  @Nullable Long sum() {
    if (high != low >> 63) {
      throw new SumOverflow("a sum of longs is beyond a long: actual=" + exact());
    }
    return count == 0 ? null : low;
  }

  /** The exact sum, rounded once, divided by the count; null over no value. */
  @Nullable Double average() {
    if (count == 0) {
      return null;
    }
    double sum = high == low >> 63 ? low : exact().doubleValue();
    return sum / count;
  }

  private BigInteger exact() {
    BigInteger lowHalf = BigInteger.valueOf(low);
    BigInteger carried =
        low < 0 ? BigInteger.valueOf(high).add(BigInteger.ONE) : BigInteger.valueOf(high);
    return carried.shiftLeft(64).add(lowHalf);
  }
}
