package io.tidemark.benchmarks.tidemark;

import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.latency.PacedLoad;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** The load as a source: an element's position is its index in its partition. */
record PacedSource(PacedLoad load) implements Source<Event> {
  /** Reads wait for an element, and then as long for more: as a broker hands them over. */
  private static final long TOGETHER_MICROS = 1_000;

  @Override
  public List<String> partitions() {
    return IntStream.range(0, PacedLoad.PARTITIONS).mapToObj(Integer::toString).toList();
  }

  @Override
  public Optional<Codec<Event>> codec() {
    return Optional.of(RecordCodec.of(Event.class));
  }

  @Override
  public PartitionReader open(int partition) {
    return new Reader(load, partition);
  }

  private record Reader(PacedLoad load, int partition) implements PartitionReader {
    @Override
    public RecordBatch read(Offset from, int maxRecords) {
      long first = from.position();
      await(first);
      Object[] values = new Object[maxRecords];
      long[] positions = new long[maxRecords];
      int size = 0;
      while (size < maxRecords && load.isThere(first + size)) {
        positions[size] = first + size;
        values[size] = load.event(partition, first + size);
        size++;
      }
      Offset end = new Offset(0, first + size);
      return new RecordBatch(values, positions, 0, size, end, end.position() == load.each(), size);
    }

    private void await(long index) {
      if (load.paced() && index < load.each()) {
        long due = load.timeMicros(index) + TOGETHER_MICROS - PacedLoad.nowMicros();
        if (due > 0) {
          LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(due));
        }
      }
    }

    @Override
    public void close() {}
  }
}
