package io.tidemark.core.pipeline;

import io.tidemark.core.key.Key;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Diagnostic;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a source that the time policy admits. Immutable.
 *
 * @param <T> the type of the elements
 */
public final class AdmittedStage<T> extends ElementStage<T> {
  private final boolean severalFiles;

  AdmittedStage(
      PipelineDraft draft, String name, @Nullable Key<T, ?> substreams, boolean severalFiles) {
    super(draft, name, substreams);
    this.severalFiles = severalFiles;
  }

  /**
   * Writes what the policy drops or moves, and bad input, to a sink named {@code SOURCE-rejected}.
   */
  public AdmittedStage<T> rejectedTo(Destination destination) {
    return rejectedTo(name + "-rejected", destination);
  }

  /** Writes what the policy drops or moves, and bad input, to a sink of that name. */
  public AdmittedStage<T> rejectedTo(String sink, Destination destination) {
    return rejected(sink, destination.writers(RowFormat.diagnostics(severalFiles)));
  }

  /**
   * Hands what the policy drops or moves, and bad input, to writers of a program's own.
   *
   * @param writers gives a new, unopened writer to each incarnation of the sink
   */
  public AdmittedStage<T> rejectedToWriter(
      String sink, Supplier<? extends SinkWriter<Diagnostic>> writers) {
    return rejected(sink, writers);
  }

  private AdmittedStage<T> rejected(
      String sink, Supplier<? extends SinkWriter<Diagnostic>> writers) {
    draft.add(
        new SinkSpec(
            sink,
            new SinkSpec.Feed.OfDiagnostics(name),
            Untyped.writers(writers),
            Sink.Order.TIME));
    return this;
  }
}
