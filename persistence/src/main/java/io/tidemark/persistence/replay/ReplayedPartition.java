package io.tidemark.persistence.replay;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.TimestampAssignment;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A partition in a replay: its recorded decisions, and where it is. */
final class ReplayedPartition implements AutoCloseable {
  private final EntityId.Partition id;
  private final SourceSpec source;
  private final Recording.Decisions recorded;
  private final @Nullable Stop stop;
  private @Nullable PartitionReader reader;
  private @Nullable Decision latest;
  private long decided;

  /**
   * A partition that has decided nothing.
   *
   * @param stop beyond which it need not go; null where there is none
   */
  ReplayedPartition(
      EntityId.Partition id, SourceSpec source, Recording.Decisions recorded, @Nullable Stop stop) {
    this.id = id;
    this.source = source;
    this.recorded = recorded;
    this.stop = stop;
  }

  EntityId.Partition id() {
    return id;
  }

  /** The next recorded decision; null where there is no more. */
  @Nullable Decision recorded() {
    return recorded.peek();
  }

  /** The decision to be made next; null where there is none, or where it is past the stop. */
  @Nullable Decision next() {
    return isStopped() ? null : recorded.peek();
  }

  /** Whether it is past the stop. */
  boolean isStopped() {
    return stop != null && latest != null && stop.isReached(latest);
  }

  /** The latest decision that was made; null before the first. */
  @Nullable Decision latest() {
    return latest;
  }

  /** How many decisions were made. */
  long decided() {
    return decided;
  }

  /** Where reading goes on. */
  Offset at() {
    return latest == null ? Offset.START : latest.end();
  }

  /** The records of the next batch; fewer where there are no more. */
  RecordBatch read(int size) throws IOException {
    if (reader == null) {
      reader = source.source().open(id.index());
    }
    RecordBatch batch = reader.read(at(), size);
    TimestampAssignment.of(source).assign(batch);
    return batch;
  }

  /** The next decision was made. */
  void advance() {
    latest = recorded.peek();
    decided++;
    recorded.advance();
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
