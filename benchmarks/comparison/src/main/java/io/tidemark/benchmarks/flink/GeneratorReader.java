package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Generator;
import io.tidemark.benchmarks.job.Job;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

/**
 * Emits its partitions, in turns where it has several.
 *
 * <p>One poll emits {@link #ELEMENTS_PER_POLL} elements, where Flink's own readers emit one: it
 * spares Flink the loop around them and still lets a checkpoint in every few microseconds.
 */
final class GeneratorReader implements SourceReader<Event, PartitionSplit> {
  private static final int ELEMENTS_PER_POLL = 64;

  private final Job job;
  private final Deque<OpenPartition> partitions = new ArrayDeque<>();
  private CompletableFuture<Void> available = new CompletableFuture<>();
  private boolean noMoreSplits;

  GeneratorReader(Job job) {
    this.job = job;
  }

  @Override
  public void start() {}

  @Override
  public InputStatus pollNext(ReaderOutput<Event> output) {
    OpenPartition partition = partitions.poll();
    if (partition != null) {
      partition.emit(output);
      if (partition.generator.hasNext()) {
        partitions.add(partition);
      } else {
        output.releaseOutputForSplit(partition.id);
      }
    }
    if (!partitions.isEmpty()) {
      return InputStatus.MORE_AVAILABLE;
    }
    if (noMoreSplits) {
      return InputStatus.END_OF_INPUT;
    }
    available = new CompletableFuture<>();
    return InputStatus.NOTHING_AVAILABLE;
  }

  @Override
  public List<PartitionSplit> snapshotState(long checkpoint) {
    return partitions.stream().map(OpenPartition::rest).toList();
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return available;
  }

  @Override
  public void addSplits(List<PartitionSplit> splits) {
    splits.forEach(split -> partitions.add(new OpenPartition(split, job)));
    available.complete(null);
  }

  @Override
  public void notifyNoMoreSplits() {
    noMoreSplits = true;
    available.complete(null);
  }

  @Override
  public void close() {}

  private static final class OpenPartition {
    private final int partition;
    private final String id;
    private final Generator generator;
    private @Nullable SourceOutput<Event> output;

    private OpenPartition(PartitionSplit split, Job job) {
      partition = split.partition();
      id = split.splitId();
      generator = split.open(job);
    }

    private void emit(ReaderOutput<Event> reader) {
      SourceOutput<Event> own = output;
      if (own == null) {
        // Elements of different partitions have watermarks of their own.
        own = reader.createOutputForSplit(id);
        output = own;
      }
      for (int i = 0; i < ELEMENTS_PER_POLL && generator.hasNext(); i++) {
        Event event = generator.next();
        own.collect(event, event.timeMicros() / 1_000);
      }
    }

    private PartitionSplit rest() {
      return new PartitionSplit(partition, generator.offset());
    }
  }
}
