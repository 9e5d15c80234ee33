package io.tidemark.benchmarks.beam;

import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.SinkWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Counts rows and adds up a hash of each, in the place of an output. */
final class Tally implements Destination {
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong hashes = new AtomicLong();

  /** How many rows there are, and what all of them come to. */
  record Sum(long rows, long hashes) {}

  Sum sum() {
    return new Sum(rows.get(), hashes.get());
  }

  @Override
  public <R> Supplier<SinkWriter<R>> writers(RowFormat<R> format) {
    return () -> new Writer<>(format, this);
  }

  private record Writer<R>(RowFormat<R> format, Tally tally) implements SinkWriter<R> {
    @Override
    public long restore(long committedLength) {
      return committedLength;
    }

    @Override
    public long append(List<R> more) {
      more.forEach(row -> tally.hashes.addAndGet(format.of(row).hashCode()));
      return tally.rows.addAndGet(more.size());
    }

    @Override
    public void sync() {}

    @Override
    public void close() {}
  }
}
