package io.tidemark.testkit;

import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * A bounded source with its elements in memory. An element's position is its index in its
 * partition; a {@link BadRecord} among the elements stays one.
 */
public final class ScriptedSource implements Source<Object> {
  private final List<List<Object>> partitions;

  /** One list of elements for each partition. */
  public ScriptedSource(List<? extends List<?>> partitions) {
    this.partitions = new ArrayList<>();
    partitions.forEach(elements -> this.partitions.add(List.copyOf(elements)));
  }

  @Override
  public List<String> partitions() {
    return names(partitions.size());
  }

  /** Names of so many partitions: their numbers. */
  public static List<String> names(int partitions) {
    return IntStream.range(0, partitions).mapToObj(Integer::toString).toList();
  }

  @Override
  public PartitionReader open(int partition) {
    return new Reader(partitions.get(partition));
  }

  /**
   * Some of a partition's elements, as they are read.
   *
   * @param size how many, from the offset on
   * @param last whether the input ends with them
   */
  public static RecordBatch batch(List<?> elements, Offset from, int size, boolean last) {
    int start = (int) from.position();
    Object[] values = new Object[size];
    long[] positions = new long[size];
    CRC32C checksum = new CRC32C();
    for (int i = 0; i < size; i++) {
      values[i] = elements.get(start + i);
      positions[i] = (long) start + i;
      checksum.update(values[i].hashCode());
    }
    Offset end = new Offset(0, (long) start + size);
    return new RecordBatch(values, positions, 0, size, end, last, (int) checksum.getValue());
  }

  private record Reader(List<Object> elements) implements PartitionReader {
    @Override
    public RecordBatch read(Offset from, int maxRecords) {
      int size = (int) Math.min(maxRecords, elements.size() - from.position());
      return batch(elements, from, size, from.position() + size == elements.size());
    }

    @Override
    public void close() {}
  }
}
