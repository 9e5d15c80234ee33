package io.tidemark.core.partition;

import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.WaitingPolicy;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.time.Time;
import java.util.ArrayDeque;

/**
 * When a partition reads: where the next read starts, whether one is under way, whether what was
 * read has gone far enough, and since when nothing has come.
 *
 * <p>Partitions of one source keep about one pace: what one has read beyond the slowest stays open
 * in windows and waits in sinks, so too much of it is more memory and more cache misses for
 * nothing. A partition too far ahead reads one batch a tick; it never stops for good, since the
 * slowest may be one that has nothing to read. With {@link WaitingPolicy#SLOW} it stops, unless it
 * is one of those that everybody waits for. Kafka Streams chooses the partition with the earliest
 * record for the same reason.
 */
final class ReadPace {
  /** Of a read for substreams so much should be for each: a message to a key costs more. */
  private static final int ELEMENTS_OF_A_KEY = 8;

  /** So many times {@link Limits#batchesAtOnce} are read at once, however many keys there are. */
  private static final int MOST_FOR_KEYS = 16;

  private final Limits limits;
  private final boolean follows;
  private final boolean completeToNow;
  private final boolean keyed;
  private final long idleTickMicros;
  private final ArrayDeque<Ahead> ahead = new ArrayDeque<>();
  private Offset cursor = Offset.START;
  private int batches = 1;
  private boolean reading;
  private boolean caughtUp;
  private long mergedMicros = Time.MIN;
  private long progressMicros = Time.MIN;
  private long aheadElements;
  private boolean ticked;
  private long arrivedAtMicros;
  private long estimatedAtMicros;
  private long emptyAtMicros = Time.MIN;

  /** A batch that the slowest partition has not reached: the progress after it, and its size. */
  private record Ahead(long progressMicros, int elements) {}

  ReadPace(PartitionSettings settings) {
    this.limits = settings.limits();
    this.follows = settings.follows();
    this.completeToNow = settings.completeToNow();
    this.keyed = settings.substreams() != null;
    this.idleTickMicros = Time.micros(java.time.Instant.EPOCH.plus(settings.policy().idleTick()));
  }

  /**
   * Begins, or goes on.
   *
   * @param latest the latest decision: the time since the last arrival goes on where it says
   */
  void start(long nowMicros, Decision latest) {
    cursor = latest.end();
    arrivedAtMicros = arrivedAt(nowMicros, latest);
    estimatedAtMicros = nowMicros;
  }

  /** An estimate does not say when it was made, so the clock goes on from where it stood. */
  private static long arrivedAt(long nowMicros, Decision latest) {
    if (latest.what() instanceof Decision.What.Admitted batch) {
      return Math.min(nowMicros, batch.readMicros());
    } else if (latest.what() instanceof Decision.What.Estimated estimated
        && latest.after().lastArrivalMicros() != Time.MIN) {
      long quietMicros = estimated.estimateMicros() - latest.after().lastArrivalMicros();
      return nowMicros - Math.max(0, quietMicros);
    }
    return nowMicros;
  }

  Offset cursor() {
    return cursor;
  }

  /** How much to read: one batch, and more at once while reads come back full. */
  int maxRecords() {
    return (int) Math.min((long) limits.batchSize() * batches, Integer.MAX_VALUE);
  }

  boolean isReading() {
    return reading;
  }

  void reading() {
    reading = true;
    ticked = false;
  }

  void read() {
    reading = false;
  }

  /**
   * Takes a read's result; whether it brought the cursor further.
   *
   * @param returningKeys keys of the batch before that were open already: the more there are, the
   *     more is read at once. Keys that come and go do not count. Reading more for them would only
   *     bring more of them, and all of them would be in memory.
   * @param crowded whether too many substreams are in memory
   */
  boolean fetched(long nowMicros, RecordBatch records, int returningKeys, boolean crowded) {
    boolean full = records.size() >= maxRecords();
    batches = full && !crowded ? Math.min(batches * 2, mostBatches(returningKeys)) : 1;
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

  private int mostBatches(int returningKeys) {
    int most = limits.batchesAtOnce();
    if (!keyed || most == 1) {
      return most;
    }
    long forKeys = (long) returningKeys * ELEMENTS_OF_A_KEY / limits.batchSize();
    return (int) Math.max(most * 2L, Math.min(forKeys, (long) most * MOST_FOR_KEYS));
  }

  /** A batch was judged; the partition's progress after it. */
  void admitted(long micros, int elements) {
    if (micros > mergedMicros) {
      ahead.add(new Ahead(micros, elements));
      aheadElements += elements;
    }
  }

  /** What all partitions of the source have reached. */
  void merged(long micros) {
    mergedMicros = Math.max(mergedMicros, micros);
    while (!ahead.isEmpty() && ahead.peek().progressMicros <= mergedMicros) {
      aheadElements -= ahead.remove().elements;
    }
  }

  /** A tick has passed: one batch may be read however far ahead the partition is. */
  void ticked() {
    ticked = true;
  }

  /** What all partitions of the source have reached, as far as this one knows. */
  long mergedMicros() {
    return mergedMicros;
  }

  void gate(long micros) {
    progressMicros = micros;
  }

  /**
   * Whether another batch may be read. Where substreams crowd the memory, one a tick. Outputs that
   * wait for progress stop only a partition that is ahead of the merged progress: stopping the one
   * that gates everyone would cure nothing.
   *
   * @param inFlight elements that no receiver has in memory
   * @param retained elements that no receiver has in its journal
   * @param retainedOutputs outputs that are not durable downstream
   * @param crowded whether too many substreams are in memory
   */
  boolean mayRead(long inFlight, long retained, long retainedOutputs, boolean crowded) {
    boolean ahead = progressMicros > mergedMicros;
    return inFlight < limits.inFlightElements()
        && retained < limits.retainedElements()
        && (!ahead
            || limits.waiting() == WaitingPolicy.REFUSE
            || aheadElements < limits.aheadElements())
        && (ticked
            || (!crowded
                && aheadElements < limits.aheadElements()
                && retainedOutputs < limits.gatingOutputs() / 2))
        && (!ahead || retainedOutputs < limits.retainedOutputs());
  }

  /** Whether more outputs than are bearable wait for progress that only this partition can make. */
  boolean isOverfull(long retainedOutputs) {
    return progressMicros <= mergedMicros && retainedOutputs >= limits.gatingOutputs();
  }

  /** Whether nothing is there to read now and an idle tick has passed. */
  boolean estimateDue(long nowMicros) {
    return follows && caughtUp && nowMicros - estimatedAtMicros >= idleTickMicros;
  }

  /** Where the arrival clock stands by estimate, which {@link #estimateDue} asked for. */
  long estimateMicros(long nowMicros, long lastArrivalMicros) {
    estimatedAtMicros = nowMicros;
    if (completeToNow) {
      return emptyAtMicros;
    }
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
