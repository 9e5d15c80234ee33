package io.tidemark.core.window;

import io.tidemark.core.codec.Codec;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What can be read from a total of longs. */
record OfLongs<T>(String name, Field<T, Long> value, Function<LongTotal, @Nullable Object> reading)
    implements Aggregate<T, LongTotal> {
  @Override
  public LongTotal create() {
    return new LongTotal();
  }

  @Override
  public void add(LongTotal accumulator, T element) {
    Long number = value.of(element);
    if (number != null) {
      accumulator.add(number);
    }
  }

  @Override
  public void merge(LongTotal into, LongTotal from) {
    into.merge(from);
  }

  @Override
  public Retraction<LongTotal> retraction() {
    return LongTotal::retract;
  }

  @Override
  public @Nullable Object result(LongTotal accumulator) {
    return reading.apply(accumulator);
  }

  @Override
  public Codec<LongTotal> codec() {
    return LongTotal.CODEC;
  }
}
