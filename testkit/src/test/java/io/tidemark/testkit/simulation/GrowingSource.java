package io.tidemark.testkit.simulation;

import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import io.tidemark.testkit.ScriptedSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A source whose partitions get more elements, and an end, when a test says so. */
final class GrowingSource implements Source<Object> {
  private final List<List<Object>> partitions = new ArrayList<>();
  private boolean ended;

  GrowingSource(int partitions) {
    for (int i = 0; i < partitions; i++) {
      this.partitions.add(new ArrayList<>());
    }
  }

  void add(int partition, Object... elements) {
    partitions.get(partition).addAll(List.of(elements));
  }

  void end() {
    ended = true;
  }

  @Override
  public List<String> partitions() {
    return IntStream.range(0, partitions.size()).mapToObj(Integer::toString).toList();
  }

  @Override
  public PartitionReader open(int partition) {
    return new Reader(partitions.get(partition));
  }

  @Override
  public boolean follows() {
    return true;
  }

  private final class Reader implements PartitionReader {
    private final List<Object> elements;

    Reader(List<Object> elements) {
      this.elements = elements;
    }

    @Override
    public RecordBatch read(Offset from, int maxRecords) {
      int start = (int) from.position();
      int size = Math.min(maxRecords, elements.size() - start);
      boolean last = ended && start + size == elements.size();
      return ScriptedSource.batch(elements, from, size, last);
    }

    @Override
    public void close() {}
  }
}
