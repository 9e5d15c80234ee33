package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.window.Aggregate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Elements as a program's functions see them, made of elements as entities hold them.
 *
 * @param mapping null where both are the same, which then costs nothing
 * @param <T> what the functions take
 */
record View<T>(@Nullable Function<Object, T> mapping) {
  /** Elements as they are held. */
  static <T> View<T> itself() {
    return new View<>(null);
  }

  /** The selector, over elements as they are held. */
  // A compiler before 17.0.19 does not tell NullAway that a selector's function may give null.
  @SuppressWarnings("NullAway")
  KeySelector<Object, Object> key(KeySelector<Object, Object> selector) {
    Function<Object, T> map = mapping;
    return map == null
        ? selector
        : new KeySelector<>(
            held -> selector.key().apply(map.apply(held)), selector.codec(), selector.order());
  }

  /** The aggregate, over elements as they are held. */
  Aggregate<Object, ?> aggregate(Aggregate<? super T, ?> aggregate) {
    Function<Object, T> map = mapping;
    return map == null ? Untyped.aggregate(aggregate) : new Mapped<>(map, aggregate);
  }

  private record Mapped<T, A>(Function<Object, ? extends T> mapping, Aggregate<T, A> aggregate)
      implements Aggregate<Object, A> {
    @Override
    public String name() {
      return aggregate.name();
    }

    @Override
    public A create() {
      return aggregate.create();
    }

    @Override
    public void add(A accumulator, Object element) {
      aggregate.add(accumulator, mapping.apply(element));
    }

    @Override
    public void merge(A into, A from) {
      aggregate.merge(into, from);
    }

    @Override
    public @Nullable Object result(A accumulator) {
      return aggregate.result(accumulator);
    }

    @Override
    public Codec<A> codec() {
      return aggregate.codec();
    }
  }
}
