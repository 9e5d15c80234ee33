package io.tidemark.core.window;

import io.tidemark.core.codec.Codec;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What can be read from the values that came, once there is one; null over none.
 *
 * @param reading of at least one value
 */
record OfValues<T>(
    String name, Field<T, Object> value, Function<ValueCounts, @Nullable Object> reading)
    implements Aggregate<T, ValueCounts> {
  @Override
  public ValueCounts create() {
    return new ValueCounts();
  }

  @Override
  public void add(ValueCounts accumulator, T element) {
    Object of = value.of(element);
    if (of != null) {
      accumulator.add(of, 1);
    }
  }

  @Override
  public void merge(ValueCounts into, ValueCounts from) {
    into.merge(from);
  }

  @Override
  public Retraction<ValueCounts> retraction() {
    return ValueCounts::retract;
  }

  @Override
  public @Nullable Object result(ValueCounts accumulator) {
    return accumulator.size() == 0 ? null : reading.apply(accumulator);
  }

  @Override
  public Codec<ValueCounts> codec() {
    return ValueCounts.CODEC;
  }
}
