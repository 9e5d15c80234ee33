package io.tidemark.core.pipeline;

import io.tidemark.core.key.Key;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.window.WindowResult;
import java.util.List;
import java.util.function.Supplier;

/**
 * The results of a windowed computation: they can be written, and computed over again, where a
 * result's time is the last of its window. Immutable.
 *
 * @param <K> the type of the keys
 */
public final class ResultStage<K> extends KeyableStage<WindowResult<K>> {
  private final Key<?, K> key;
  private final List<String> selected;
  private final Sink.Order order;

  ResultStage(PipelineDraft draft, String name, Key<?, K> key, List<String> selected) {
    this(draft, name, key, selected, Sink.Order.TIME);
  }

  private ResultStage(
      PipelineDraft draft, String name, Key<?, K> key, List<String> selected, Sink.Order order) {
    super(draft, name, null, view(key));
    this.key = key;
    this.selected = selected;
    this.order = order;
  }

  /** When the sinks that follow write rows; default: {@link Sink.Order#TIME}. */
  public ResultStage<K> order(Sink.Order ofSinks) {
    return new ResultStage<>(draft, name, key, selected, ofSinks);
  }

  /**
   * Writes the results, {@code window_start, window_end}, the key's columns and the aggregates, to
   * a sink that is named like this stream.
   */
  public ResultStage<K> to(Destination destination) {
    return to(name, destination);
  }

  /** Writes the results to a sink of that name, unique among the sinks of the pipeline. */
  public ResultStage<K> to(String sink, Destination destination) {
    RowFormat<WindowResult<Object>> rows = RowFormat.windows(key.columns(), key::parts, selected);
    return add(sink, Untyped.writers(destination.writers(rows)));
  }

  /**
   * Hands the results to writers of a program's own.
   *
   * @param sink unique among the sinks of the pipeline
   * @param writers gives a new, unopened writer to each incarnation of the sink
   */
  public ResultStage<K> toWriter(
      String sink, Supplier<? extends SinkWriter<WindowResult<K>>> writers) {
    if (!key.isKeptOtherwise()) {
      return add(sink, Untyped.writers(writers));
    }
    return add(sink, () -> new TypedWriter<>(writers.get(), held -> typed(held, key)));
  }

  private ResultStage<K> add(String sink, Supplier<SinkWriter<Object>> writers) {
    draft.add(new SinkSpec(sink, new SinkSpec.Feed.OfStream(name), writers, order));
    return this;
  }

  private static <K> View<WindowResult<K>> view(Key<?, K> key) {
    return key.isKeptOtherwise() ? new View<>(held -> typed(held, key)) : View.itself();
  }

  private static <K> WindowResult<K> typed(Object held, Key<?, K> key) {
    WindowResult<?> result = (WindowResult<?>) held;
    return new WindowResult<>(
        result.startMicros(), result.endMicros(), key.typed(result.key()), result.values());
  }
}
