package io.tidemark.core.window;

import io.tidemark.core.codec.Codec;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What can be read from a total of doubles. */
record OfDoubles<T>(
    String name, Field<T, Double> value, Function<DoubleTotal, @Nullable Object> reading)
    implements Aggregate<T, DoubleTotal> {
  @Override
  public DoubleTotal create() {
    return new DoubleTotal();
  }

  @Override
  public void add(DoubleTotal accumulator, T element) {
    Double number = value.of(element);
    if (number != null) {
      accumulator.add(number);
    }
  }

  @Override
  public void merge(DoubleTotal into, DoubleTotal from) {
    into.merge(from);
  }

  @Override
  public Retraction<DoubleTotal> retraction() {
    return DoubleTotal::retract;
  }

  @Override
  public @Nullable Object result(DoubleTotal accumulator) {
    return reading.apply(accumulator);
  }

  @Override
  public Codec<DoubleTotal> codec() {
    return DoubleTotal.CODEC;
  }
}
