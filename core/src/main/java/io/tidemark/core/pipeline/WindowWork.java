package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Computation;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.WindowComputation;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.WindowResultCodec;
import io.tidemark.core.window.WindowStep;
import io.tidemark.core.window.Windows;
import java.util.Comparator;
import java.util.List;

/**
 * Aggregates over windows; results are {@link WindowResult}s.
 *
 * @param key of the elements
 * @param aggregates at least one; a result's values come in their order
 */
public record WindowWork(
    KeySelector<Object, Object> key, Windows windows, List<Aggregate<Object, ?>> aggregates)
    implements Work {
  /** Copies the list. */
  public WindowWork {
    aggregates = List.copyOf(aggregates);
  }

  @Override
  public Computation begin(StreamSpec stream, Plan plan) {
    return new WindowComputation(new WindowStep<>(stream.name(), windows, key, aggregates));
  }

  @Override
  public boolean isOrdered() {
    return false;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Codec<Object> results() {
    return (Codec<Object>) (Codec<?>) new WindowResultCodec<>(key.codec());
  }

  @Override
  public Comparator<Object> resultOrder() {
    Comparator<WindowResult<?>> order = windowOrder();
    return (left, right) -> order.compare((WindowResult<?>) left, (WindowResult<?>) right);
  }

  /** The canonical order of results: window end, window start, key. */
  public Comparator<WindowResult<?>> windowOrder() {
    Comparator<WindowResult<?>> bounds =
        Comparator.<WindowResult<?>>comparingLong(WindowResult::endMicros)
            .thenComparingLong(WindowResult::startMicros);
    Comparator<Object> keys = key.order();
    return bounds.thenComparing((left, right) -> keys.compare(left.key(), right.key()));
  }
}
