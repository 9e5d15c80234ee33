package io.tidemark.benchmarks.flink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.jspecify.annotations.Nullable;

/**
 * Gives each partition to the reader of its number, modulo the number of readers: readers that ask
 * for work would read two partitions one after the other, and the second would be late.
 */
final class PartitionAssigner implements SplitEnumerator<PartitionSplit, List<PartitionSplit>> {
  private final SplitEnumeratorContext<PartitionSplit> context;
  private final List<PartitionSplit> unassigned;

  PartitionAssigner(
      SplitEnumeratorContext<PartitionSplit> context, List<PartitionSplit> unassigned) {
    this.context = context;
    this.unassigned = new ArrayList<>(unassigned);
  }

  @Override
  public void start() {}

  @Override
  public void handleSplitRequest(int reader, @Nullable String host) {}

  @Override
  public void addSplitsBack(List<PartitionSplit> splits, int reader) {
    unassigned.addAll(splits);
  }

  @Override
  public void addReader(int reader) {
    List<PartitionSplit> own =
        unassigned.stream()
            .filter(split -> split.partition() % context.currentParallelism() == reader)
            .toList();
    own.forEach(split -> context.assignSplit(split, reader));
    unassigned.removeAll(own);
    context.signalNoMoreSplits(reader);
  }

  @Override
  public List<PartitionSplit> snapshotState(long checkpoint) {
    return List.copyOf(unassigned);
  }

  @Override
  public void close() {}
}
