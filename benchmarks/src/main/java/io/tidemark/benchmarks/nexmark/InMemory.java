package io.tidemark.benchmarks.nexmark;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.row.Codecs;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A bounded source whose elements are in memory. An element's position is its index in its
 * partition.
 *
 * @param type of all elements; {@link Codecs} knows it
 * @param elements one list for each partition
 */
public record InMemory<T>(Class<T> type, List<List<T>> elements) implements Source<T> {
  @Override
  public List<String> partitions() {
    return IntStream.range(0, elements.size()).mapToObj(Integer::toString).toList();
  }

  @Override
  public PartitionReader open(int partition) {
    return new Reader(elements.get(partition));
  }

  @Override
  public Optional<Codec<T>> codec() {
    return Optional.of(Codecs.of(type));
  }

  private record Reader(List<?> elements) implements PartitionReader {
    @Override
    public RecordBatch read(Offset from, int maxRecords) {
      int first = (int) from.position();
      int size = Math.min(maxRecords, elements.size() - first);
      Object[] values = new Object[size];
      long[] positions = new long[size];
      for (int i = 0; i < size; i++) {
        values[i] = elements.get(first + i);
        positions[i] = (long) first + i;
      }
      Offset end = new Offset(0, (long) first + size);
      // The elements never change, so their place stands for them.
      int checksum = 31 * first + size;
      return new RecordBatch(
          values, positions, 0, size, end, first + size == elements.size(), checksum);
    }

    @Override
    public void close() {}
  }
}
