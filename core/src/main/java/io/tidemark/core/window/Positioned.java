package io.tidemark.core.window;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An element with its position, for windows of which an aggregate depends on the order. */
record Positioned(Position position, Object element) {
  /** The selector, over elements with their positions. */
  // A compiler before 17.0.19 does not tell NullAway that a selector's function may give null.
  @SuppressWarnings("NullAway")
  static KeySelector<Object, Object> keys(KeySelector<Object, Object> keys) {
    return new KeySelector<>(
        element -> keys.key().apply(((Positioned) element).element), keys.codec(), keys.order());
  }

  /** The aggregates, over elements with their positions. */
  static List<Aggregate<Object, ?>> aggregates(List<Aggregate<Object, ?>> aggregates) {
    return aggregates.stream().<Aggregate<Object, ?>>map(Positioned::aggregate).toList();
  }

  private static <A> Aggregate<Object, A> aggregate(Aggregate<Object, A> aggregate) {
    return new OfPositioned<>(aggregate);
  }

  private record OfPositioned<A>(Aggregate<Object, A> aggregate) implements Aggregate<Object, A> {
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
      Positioned positioned = (Positioned) element;
      aggregate.add(accumulator, positioned.element, positioned.position);
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
