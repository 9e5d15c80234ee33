package io.tidemark.core.window;

import io.tidemark.core.codec.Codec;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What can be read from the spread of numbers.
 *
 * @param adding adds a number
 */
record OfSpread<T, V>(
    String name,
    Field<T, V> value,
    BiConsumer<Spread, V> adding,
    Function<Spread, @Nullable Object> reading)
    implements Aggregate<T, Spread> {
  @Override
  public Spread create() {
    return new Spread();
  }

  @Override
  public void add(Spread accumulator, T element) {
    V number = value.of(element);
    if (number != null) {
      adding.accept(accumulator, number);
    }
  }

  @Override
  public void merge(Spread into, Spread from) {
    into.merge(from);
  }

  @Override
  public Retraction<Spread> retraction() {
    return Spread::retract;
  }

  @Override
  public @Nullable Object result(Spread accumulator) {
    return reading.apply(accumulator);
  }

  @Override
  public Codec<Spread> codec() {
    return Spread.CODEC;
  }
}
