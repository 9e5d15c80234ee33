package io.tidemark.core.partition;

import io.tidemark.core.entity.Limits;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.time.Time;

/**
 * When a partition reads: where the next read starts, whether one is under way, whether what was
 * read has gone far enough, and since when nothing has come.
 */
final class ReadPace {
  private final Limits limits;
  private final boolean follows;
  private final long idleTickMicros;
  private Offset cursor = Offset.START;
  private boolean reading;
  private boolean caughtUp;
  private long mergedMicros = Time.MIN;
  private long progressMicros = Time.MIN;
  private long arrivedAtMicros;
  private long estimatedAtMicros;
  private long emptyAtMicros = Time.MIN;

  ReadPace(PartitionSettings settings) {
    this.limits = settings.limits();
    this.follows = settings.follows();
    this.idleTickMicros = Time.micros(java.time.Instant.EPOCH.plus(settings.policy().idleTick()));
  }

  void start(long nowMicros, Offset from) {
    cursor = from;
    arrivedAtMicros = nowMicros;
    estimatedAtMicros = nowMicros;
  }

  Offset cursor() {
    return cursor;
  }

  boolean isReading() {
    return reading;
  }

  void reading() {
    reading = true;
  }

  void read() {
    reading = false;
  }

  /** Takes a read's result; whether it brought the cursor further. */
  boolean fetched(long nowMicros, RecordBatch records) {
    boolean moved = !records.end().equals(cursor);
    cursor = records.end();
    if (records.size() > 0) {
      arrivedAtMicros = nowMicros;
    }
    caughtUp = !moved;
    if (caughtUp) {
      emptyAtMicros = nowMicros;
    }
    return moved;
  }

  void merged(long micros) {
    mergedMicros = Math.max(mergedMicros, micros);
  }

  void gate(long micros) {
    progressMicros = micros;
  }

  /**
   * Whether another batch may be read. Outputs that wait for progress slow only a partition that is
   * ahead of the merged progress: slowing the one that gates everyone would cure nothing.
   */
  boolean mayRead(long inFlight, long retained, long retainedOutputs) {
    boolean ahead = progressMicros > mergedMicros;
    return inFlight < limits.inFlightElements()
        && retained < limits.retainedElements()
        && (!ahead || retainedOutputs < limits.retainedOutputs());
  }

  /** Whether nothing is there to read now and an idle tick has passed. */
  boolean estimateDue(long nowMicros) {
    return follows && caughtUp && nowMicros - estimatedAtMicros >= idleTickMicros;
  }

  /** Where the arrival clock stands by estimate. */
  long estimateMicros(long nowMicros, long lastArrivalMicros) {
    estimatedAtMicros = nowMicros;
    if (lastArrivalMicros == Time.MIN) {
      return nowMicros;
    }
    return Time.plus(lastArrivalMicros, nowMicros - arrivedAtMicros);
  }

  /** When the last read found nothing; {@link Time#MIN} where none did. */
  long emptyAtMicros() {
    return emptyAtMicros;
  }
}
