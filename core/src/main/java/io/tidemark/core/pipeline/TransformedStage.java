package io.tidemark.core.pipeline;

import io.tidemark.core.row.RecordForm;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.transform.Derived;
import java.util.function.Supplier;

/**
 * The results of a transform: they can be written, and computed over again. Immutable.
 *
 * @param <O> the record class of the results
 */
public final class TransformedStage<O extends Record> extends KeyableStage<O> {
  private final RecordForm<O> form;
  private final Sink.Order order;

  TransformedStage(PipelineDraft draft, String name, RecordForm<O> form) {
    this(draft, name, form, Sink.Order.TIME);
  }

  private TransformedStage(PipelineDraft draft, String name, RecordForm<O> form, Sink.Order order) {
    super(draft, name, null, new View<>(held -> typed(held, form)));
    this.form = form;
    this.order = order;
  }

  private static <O extends Record> O typed(Object held, RecordForm<O> form) {
    return form.type().cast(((Derived) held).value());
  }

  /** When the sinks that follow write rows; default: {@link Sink.Order#TIME}. */
  public TransformedStage<O> order(Sink.Order ofSinks) {
    return new TransformedStage<>(draft, name, form, ofSinks);
  }

  /** Writes the results, a column for each component, to a sink that is named like this stream. */
  public TransformedStage<O> to(Destination destination) {
    return to(name, destination);
  }

  /** Writes the results to a sink of that name, unique among the sinks of the pipeline. */
  public TransformedStage<O> to(String sink, Destination destination) {
    RowFormat<O> records = RowFormat.records(form);
    RowFormat<Object> rows =
        new RowFormat<>(records.columns(), held -> records.of(typed(held, form)));
    return add(sink, destination.writers(rows));
  }

  /**
   * Hands the results to writers of a program's own.
   *
   * @param sink unique among the sinks of the pipeline
   * @param writers gives a new, unopened writer to each incarnation of the sink
   */
  public TransformedStage<O> toWriter(String sink, Supplier<? extends SinkWriter<O>> writers) {
    return add(sink, () -> new TypedWriter<>(writers.get(), held -> typed(held, form)));
  }

  private TransformedStage<O> add(String sink, Supplier<SinkWriter<Object>> writers) {
    draft.add(new SinkSpec(sink, new SinkSpec.Feed.OfStream(name), writers, order));
    return this;
  }
}
