package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.latency.PacedLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

/** Elements at a fixed rate as a source. */
final class PacedSource extends PartitionedSource {
  private final PacedLoad load;

  PacedSource(PacedLoad load) {
    this.load = load;
  }

  @Override
  public SourceReader<Event, PartitionSplit> createReader(SourceReaderContext context) {
    return new Reader(load);
  }

  /** Emits what is there, a partition after the other, and waits a millisecond for more. */
  private static final class Reader implements SourceReader<Event, PartitionSplit> {
    private static final int ELEMENTS_PER_POLL = 64;

    private final Executor later = CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS);
    private final PacedLoad load;
    private final List<OpenPartition> partitions = new ArrayList<>();
    private CompletableFuture<Void> available = new CompletableFuture<>();
    private boolean noMoreSplits;

    Reader(PacedLoad load) {
      this.load = load;
    }

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<Event> output) {
      boolean emitted = false;
      for (OpenPartition partition : partitions) {
        emitted |= partition.emit(output);
      }
      partitions.removeIf(partition -> partition.index == load.each());
      if (partitions.isEmpty() && noMoreSplits) {
        return InputStatus.END_OF_INPUT;
      } else if (emitted) {
        return InputStatus.MORE_AVAILABLE;
      }
      available =
          partitions.isEmpty()
              ? new CompletableFuture<>()
              : CompletableFuture.runAsync(() -> {}, later);
      return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public List<PartitionSplit> snapshotState(long checkpoint) {
      return partitions.stream()
          .map(partition -> new PartitionSplit(partition.number, partition.index))
          .toList();
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return available;
    }

    @Override
    public void addSplits(List<PartitionSplit> splits) {
      splits.forEach(split -> partitions.add(new OpenPartition(split)));
      available.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {
      noMoreSplits = true;
      available.complete(null);
    }

    @Override
    public void close() {}

    private final class OpenPartition {
      private final int number;
      private long index;
      private @Nullable SourceOutput<Event> output;

      OpenPartition(PartitionSplit split) {
        number = split.partition();
        index = split.offset();
      }

      private boolean emit(ReaderOutput<Event> reader) {
        SourceOutput<Event> own = output;
        if (own == null) {
          own = reader.createOutputForSplit(Integer.toString(number));
          output = own;
        }
        long before = index;
        while (index < before + ELEMENTS_PER_POLL && load.isThere(index)) {
          Event event = load.event(number, index);
          own.collect(event, event.timeMicros() / 1_000);
          index++;
        }
        return index > before;
      }
    }
  }
}
