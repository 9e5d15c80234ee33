package io.tidemark.core.window;

import io.tidemark.core.codec.Codec;
import org.jspecify.annotations.Nullable;

/** An aggregate under another name. */
record Renamed<T, A>(String name, Aggregate<T, A> renamed) implements Aggregate<T, A> {
  @Override
  public A create() {
    return renamed.create();
  }

  @Override
  public void add(A accumulator, T element) {
    renamed.add(accumulator, element);
  }

  @Override
  public boolean isOrdered() {
    return renamed.isOrdered();
  }

  @Override
  public void add(A accumulator, T element, Position position) {
    renamed.add(accumulator, element, position);
  }

  @Override
  public void merge(A into, A from) {
    renamed.merge(into, from);
  }

  @Override
  public @Nullable Retraction<A> retraction() {
    return renamed.retraction();
  }

  @Override
  public @Nullable Object result(A accumulator) {
    return renamed.result(accumulator);
  }

  @Override
  public Codec<A> codec() {
    return renamed.codec();
  }
}
