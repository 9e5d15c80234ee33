package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PacedReaderTest {
  /** As many records as are asked for. */
  private static final class Endless implements PartitionReader {
    @Override
    public RecordBatch read(Offset from, int maxRecords) {
      Offset end = new Offset(0, from.position() + maxRecords);
      return new RecordBatch(
          new Object[maxRecords], new long[maxRecords], 0, maxRecords, end, false, 0);
    }

    @Override
    public void close() {}
  }

  @Test
  void readsASecondsWorthAtOnceAndThenNoFasterThanItMay() throws IOException {
    PacedReader reader = new PacedReader(new Endless(), 1_000);
    long began = System.nanoTime();
    Offset at = new Offset(0, 0);
    for (int i = 0; i < 16; i++) { // The last read waits until 1500 records have had their time.
      at = reader.read(at, 100).end();
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    assertThat(at.position()).isEqualTo(1_600);
    assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(490));
  }

  @Test
  void asManyAreReadAtOnceAsAreAskedFor() throws IOException {
    PacedReader reader = new PacedReader(new Endless(), 10);
    assertThat(reader.read(new Offset(0, 0), 5_000).size()).isEqualTo(5_000);
  }
}
