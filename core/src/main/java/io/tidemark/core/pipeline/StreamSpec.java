package io.tidemark.core.pipeline;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.util.Comparator;
import java.util.List;

/**
 * A keyed windowed aggregate over a source or another stream.
 *
 * @param name unique among the sources and streams of the pipeline
 * @param from name of a source or stream
 * @param key of the computation, over elements of {@code from} (window results where it is a
 *     stream)
 * @param keyedBySubstream whether the key is the substream key of the source
 * @param windows the windows
 * @param aggregates at least one; a result's values come in their order
 */
public record StreamSpec(
    String name,
    String from,
    KeySelector<Object, Object> key,
    boolean keyedBySubstream,
    Windows windows,
    List<Aggregate<Object, ?>> aggregates) {
  /** Copies the list. */
  public StreamSpec {
    aggregates = List.copyOf(aggregates);
  }

  /** The canonical order of its results: window end, window start, key. */
  public Comparator<WindowResult<?>> resultOrder() {
    Comparator<WindowResult<?>> windows =
        Comparator.<WindowResult<?>>comparingLong(WindowResult::endMicros)
            .thenComparingLong(WindowResult::startMicros);
    Comparator<Object> keys = key.order();
    return windows.thenComparing((left, right) -> keys.compare(left.key(), right.key()));
  }
}
