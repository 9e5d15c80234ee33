package io.tidemark.benchmarks.beam;

import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.SinkWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Keeps the rows of each sink, in the order in which they are written. */
final class Collected implements Destination {
  private final List<List<List<?>>> sinks = new ArrayList<>();

  /** The rows, sink after sink as they were described. */
  List<List<?>> rows() {
    return sinks.stream().<List<?>>flatMap(List::stream).toList();
  }

  @Override
  public <R> Supplier<SinkWriter<R>> writers(RowFormat<R> rows) {
    List<List<?>> kept = new ArrayList<>();
    sinks.add(kept);
    return () -> new Writer<>(rows, kept);
  }

  private record Writer<R>(RowFormat<R> format, List<List<?>> kept) implements SinkWriter<R> {
    @Override
    public long restore(long committedLength) {
      return committedLength;
    }

    @Override
    public long append(List<R> rows) {
      rows.forEach(row -> kept.add(format.of(row)));
      return kept.size();
    }

    @Override
    public void sync() {}

    @Override
    public void close() {}
  }
}
