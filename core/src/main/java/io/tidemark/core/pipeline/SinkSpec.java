package io.tidemark.core.pipeline;

import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import java.util.function.Supplier;

/**
 * A sink of a pipeline.
 *
 * @param name unique among the sinks of the pipeline
 * @param from what it writes
 * @param writer gives a new, unopened writer to each incarnation of the sink
 * @param order when rows are written
 */
public record SinkSpec(
    String name, Feed from, Supplier<SinkWriter<Object>> writer, Sink.Order order) {
  /** What a sink writes. */
  public sealed interface Feed {
    /** The results of a stream. */
    record OfStream(String stream) implements Feed {}

    /** The diagnostics of a source. */
    record OfDiagnostics(String source) implements Feed {}
  }
}
