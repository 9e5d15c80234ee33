package io.tidemark.testkit.simulation;

import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.Source;
import io.tidemark.testkit.simulation.StatelessStepsTest.Word;
import java.util.List;

/** One partition of given words. */
record WordSource(List<Word> words) implements Source<Word> {
  @Override
  public List<String> partitions() {
    return List.of("all");
  }

  @Override
  public PartitionReader open(int partition) {
    return new PartitionReader() {
      @Override
      public RecordBatch read(Offset from, int maxRecords) {
        int first = (int) from.position();
        int size = Math.min(maxRecords, words.size() - first);
        Object[] values = new Object[size];
        long[] positions = new long[size];
        for (int i = 0; i < size; i++) {
          values[i] = words.get(first + i);
          positions[i] = from.position() + i;
        }
        Offset end = new Offset(0, from.position() + size);
        return new RecordBatch(
            values, positions, 0, size, end, first + size == words.size(), first);
      }

      @Override
      public void close() {}
    };
  }
}
