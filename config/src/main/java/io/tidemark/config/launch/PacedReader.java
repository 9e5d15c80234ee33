package io.tidemark.config.launch;

import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.runtime.clock.Stopwatch;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads no faster than it may, over some time: each read waits until what was read before has had
 * its time, but for a second's worth, so that a restart is soon where it was. How much is read at
 * once is left to whoever asks: what was a batch once must be one again.
 */
final class PacedReader implements PartitionReader {
  private static final long BURST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final PartitionReader reader;
  private final int recordsPerSecond;
  private final Stopwatch clock = Stopwatch.started();
  private long dueNanos;

  PacedReader(PartitionReader reader, int recordsPerSecond) {
    this.reader = reader;
    this.recordsPerSecond = recordsPerSecond;
  }

  @Override
  public RecordBatch read(Offset from, int maxRecords) throws IOException {
    long early = dueNanos - BURST_NANOS - clock.elapsed().toNanos();
    if (early > 0) {
      LockSupport.parkNanos(early);
    }
    RecordBatch batch = reader.read(from, maxRecords);
    // Time that nobody used is lost: a source that was silent is not made up for.
    dueNanos =
        Math.max(dueNanos, clock.elapsed().toNanos())
            + TimeUnit.SECONDS.toNanos(batch.size()) / recordsPerSecond;
    return batch;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
