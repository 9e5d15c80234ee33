package io.tidemark.core.pipeline;

import io.tidemark.core.row.RecordForm;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.OnFailure;
import io.tidemark.core.transform.Rules;
import io.tidemark.core.transform.SideOutput;
import io.tidemark.core.transform.TransformFailure;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The results of a transform, or those of one of its side outputs: they can be written, and
 * computed over again. Immutable.
 *
 * @param <O> the record class of the results
 */
public final class TransformedStage<O extends Record> extends KeyableStage<O> {
  private final RecordForm<O> form;
  private final Rules rules;
  private final int output;
  private final Sink.Order order;

  TransformedStage(PipelineDraft draft, String name, RecordForm<O> form, Rules rules) {
    this(draft, name, form, rules, 0, Sink.Order.TIME);
  }

  private TransformedStage(
      PipelineDraft draft,
      String name,
      RecordForm<O> form,
      Rules rules,
      int output,
      Sink.Order order) {
    super(draft, name, null, new View<>(view(form, output)));
    this.form = form;
    this.rules = rules;
    this.output = output;
    this.order = order;
  }

  private static <O extends Record> Function<Object, @Nullable O> view(
      RecordForm<O> form, int output) {
    return held -> {
      Derived result = (Derived) held;
      return result.output() == output ? form.type().cast(result.value()) : null;
    };
  }

  /**
   * The results of a side output.
   *
   * @throws IllegalArgumentException where the transform was not given it
   */
  public <X extends Record> TransformedStage<X> sideOutput(SideOutput<X> side) {
    draft.takeOutput(name, side.name());
    return new TransformedStage<>(
        draft, name, side.form(), rules, rules.output(side.name()), Sink.Order.TIME);
  }

  /**
   * The elements and timers for which the transform threw.
   *
   * @throws IllegalArgumentException where it was not given {@link OnFailure#SKIP}
   */
  public TransformedStage<TransformFailure> failures() {
    if (rules.onFailure() != OnFailure.SKIP) {
      throw new IllegalArgumentException(
          "a transform that stops where it fails has no failures to read: stream="
              + name
              + "; give it onFailure(SKIP)");
    }
    return sideOutput(SideOutput.of(Rules.FAILURES, TransformFailure.class));
  }

  /** When the sinks that follow write rows; default: {@link Sink.Order#TIME}. */
  public TransformedStage<O> order(Sink.Order ofSinks) {
    return new TransformedStage<>(draft, name, form, rules, output, ofSinks);
  }

  /**
   * Writes the results, a column for each component, to a sink that is named like this stream, and
   * those of a side output {@code STREAM-OUTPUT}.
   */
  public TransformedStage<O> to(Destination destination) {
    return to(output == 0 ? name : name + "-" + rules.outputs().get(output - 1), destination);
  }

  /** Writes the results to a sink of that name, unique among the sinks of the pipeline. */
  public TransformedStage<O> to(String sink, Destination destination) {
    RowFormat<O> records = RowFormat.records(form);
    if (rules.outputs().isEmpty()) {
      RowFormat<Object> rows = new RowFormat<>(records.columns(), held -> records.of(typed(held)));
      SinkSpec.Feed feed = new SinkSpec.Feed.OfStream(name);
      draft.add(new SinkSpec(sink, feed, Untyped.writers(destination.writers(rows)), order));
    } else {
      draft.add(SinkSpec.ofRows(sink, List.copyOf(parts), records, destination, order));
    }
    return this;
  }

  /**
   * Hands the results to writers of a program's own.
   *
   * @param sink unique among the sinks of the pipeline
   * @param writers gives a new, unopened writer to each incarnation of the sink
   */
  public TransformedStage<O> toWriter(String sink, Supplier<? extends SinkWriter<O>> writers) {
    if (rules.outputs().isEmpty()) {
      SinkSpec.Feed feed = new SinkSpec.Feed.OfStream(name);
      draft.add(
          new SinkSpec(sink, feed, () -> new TypedWriter<>(writers.get(), this::typed), order));
    } else {
      draft.add(SinkSpec.ofElements(sink, List.copyOf(parts), writers, order));
    }
    return this;
  }

  private O typed(Object held) {
    return form.type().cast(((Derived) held).value());
  }
}
