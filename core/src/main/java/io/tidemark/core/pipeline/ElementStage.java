package io.tidemark.core.pipeline;

import io.tidemark.core.key.Key;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Elements of sources and streams after steps that keep nothing: mapped, filtered, put together.
 * Such steps cost no stage of their own: they run where an element is handed on. Immutable.
 *
 * <p>Written to a sink, elements stand in canonical order: by assigned time, then by the name of
 * what they come from, its partition and the place there.
 *
 * @param <T> the type of the elements
 */
public sealed class ElementStage<T> extends KeyableStage<T> permits AdmittedStage {
  ElementStage(
      PipelineDraft draft, String name, @Nullable Key<T, ?> substreams, List<Part<T>> parts) {
    super(draft, name, substreams, parts);
  }

  ElementStage(PipelineDraft draft, String name, @Nullable Key<T, ?> substreams) {
    super(draft, name, substreams, View.itself());
  }

  /**
   * Writes the elements, a column for each component, to a sink of that name.
   *
   * @param sink unique among the sinks of the pipeline
   * @param type the record class of the elements
   * @throws IllegalArgumentException where a row cannot hold the components
   */
  public final ElementStage<T> to(String sink, Class<? extends T> type, Destination destination) {
    RowFormat<T> rows = Untyped.rows(type);
    return to(sink, rows, destination);
  }

  /** Writes the elements, as rows of the format, to a sink of that name. */
  public final ElementStage<T> to(String sink, RowFormat<T> rows, Destination destination) {
    draft.add(SinkSpec.ofRows(sink, parts, rows, destination, Sink.Order.TIME));
    return this;
  }

  /**
   * Hands the elements to writers of a program's own.
   *
   * @param sink unique among the sinks of the pipeline
   * @param writers gives a new, unopened writer to each incarnation of the sink
   */
  public final ElementStage<T> toWriter(String sink, Supplier<? extends SinkWriter<T>> writers) {
    draft.add(SinkSpec.ofElements(sink, parts, writers, Sink.Order.TIME));
    return this;
  }
}
