package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.Piece;
import io.tidemark.core.message.Pieces;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.Position;
import io.tidemark.core.window.Retraction;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Elements as a program's functions see them, made of elements as entities hold them.
 *
 * @param pieces null where one element is seen as one; else what is made of an element as it is
 *     held, and the mapping is of each {@link Piece}
 * @param mapping null where both are the same, which then costs nothing; gives null for an element
 *     that is left out
 * @param <T> what the functions take
 */
record View<T>(@Nullable Pieces pieces, @Nullable Function<Object, @Nullable T> mapping) {
  /** One for one. */
  View(@Nullable Function<Object, @Nullable T> mapping) {
    this(null, mapping);
  }

  /** Elements as they are held. */
  static <T> View<T> itself() {
    return new View<>(null);
  }

  /** What follows from each element. */
  @FunctionalInterface
  interface Step<T, U> {
    /** Null to leave it out. */
    @Nullable U of(T element);
  }

  /** What follows from each. */
  @SuppressWarnings("unchecked") // Held as they are, they are of the type.
  <U> View<U> then(Step<T, U> step) {
    Function<Object, @Nullable T> map = mapping;
    return map == null
        ? new View<>(pieces, held -> step.of((T) held))
        : new View<>(
            pieces,
            held -> {
              T seen = map.apply(held);
              return seen == null ? null : step.of(seen);
            });
  }

  /** What follows from each, which may be several things. */
  @SuppressWarnings("unchecked") // A piece has a value of the step's making.
  <U> View<U> thenEach(Function<? super T, ? extends Iterable<? extends U>> step) {
    Function<Object, @Nullable T> map = mapping;
    Pieces.Step each =
        held -> {
          T seen = map == null ? (T) held : map.apply(held);
          return seen == null ? List.of() : step.apply(seen);
        };
    Pieces before = pieces;
    Pieces all = before == null ? each::of : before.then(each);
    return new View<>(all, piece -> (U) ((Piece) piece).value());
  }

  /** Elements as they are seen, for computations, which get no element that is left out. */
  @SuppressWarnings("unchecked")
  @Nullable Function<Object, Object> untyped() {
    return (Function<Object, Object>) (Function<?, ?>) mapping;
  }

  /** Elements as they are seen; null where they are seen as they are held. */
  @SuppressWarnings("unchecked")
  @Nullable Function<Object, @Nullable Object> nullable() {
    return (Function<Object, @Nullable Object>) (Function<?, ?>) mapping;
  }

  /** The selector, over elements as they are held. */
  // A compiler before 17.0.19 does not tell NullAway that a selector's function may give null.
  @SuppressWarnings("NullAway")
  KeySelector<Object, Object> key(KeySelector<Object, Object> selector) {
    Function<Object, @Nullable T> map = mapping;
    return map == null
        ? selector
        : new KeySelector<>(
            held -> {
              T seen = map.apply(held);
              return seen == null ? KeySelector.NOWHERE : selector.key().apply(seen);
            },
            selector.codec(),
            selector.order());
  }

  /** The aggregate, over elements as they are held. */
  Aggregate<Object, ?> aggregate(Aggregate<? super T, ?> aggregate) {
    Function<Object, @Nullable T> map = mapping;
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
    public boolean isOrdered() {
      return aggregate.isOrdered();
    }

    @Override
    public void add(A accumulator, Object element, Position position) {
      aggregate.add(accumulator, mapping.apply(element), position);
    }

    @Override
    public void merge(A into, A from) {
      aggregate.merge(into, from);
    }

    @Override
    public @Nullable Retraction<A> retraction() {
      return aggregate.retraction();
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
