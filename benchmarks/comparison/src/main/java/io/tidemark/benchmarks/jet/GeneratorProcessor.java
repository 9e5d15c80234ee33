package io.tidemark.benchmarks.jet;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.EventTimeMapper;
import com.hazelcast.jet.core.EventTimePolicy;
import com.hazelcast.jet.core.Watermark;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Generator;
import io.tidemark.benchmarks.job.Job;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Emits one partition with its watermarks and ends. A snapshot holds the offset of the next element
 * not yet emitted.
 *
 * <p>A processor that has completed is in no later snapshot and would start again at offset 0. So
 * each waits for the others' ends before it completes.
 */
final class GeneratorProcessor extends AbstractProcessor {
  private static final int ITEMS_PER_CALL = 1024;

  private final Job job;
  private final int partition;
  private final AtomicInteger unfinished;
  private final EventTimeMapper<Event> eventTime;
  private Generator generator;
  private long emitted;
  private Traverser<Object> mapped = Traversers.empty();
  private @Nullable Object pending;
  private boolean finished;

  GeneratorProcessor(
      Job job, int partition, AtomicInteger unfinished, EventTimePolicy<? super Event> policy) {
    this.job = job;
    this.partition = partition;
    this.unfinished = unfinished;
    this.generator = new Generator(job, partition, 0);
    this.eventTime = new EventTimeMapper<>(policy);
    eventTime.addPartitions(1);
  }

  @Override
  public boolean complete() {
    long nowNanos = System.nanoTime();
    for (int i = 0; i < ITEMS_PER_CALL; i++) {
      Object item = pending != null ? pending : nextItem(nowNanos);
      if (item == null) {
        if (!finished) {
          finished = true;
          unfinished.decrementAndGet();
        }
        return unfinished.get() == 0;
      }
      if (!tryEmit(item)) {
        pending = item;
        return false;
      }
      pending = null;
      if (!(item instanceof Watermark)) {
        emitted++;
      }
    }
    return false;
  }

  private @Nullable Object nextItem(long nowNanos) {
    Object item = mapped.next();
    if (item == null && generator.hasNext()) {
      Event event = generator.next();
      mapped = eventTime.flatMapEvent(nowNanos, event, 0, event.timeMicros() / 1_000);
      item = mapped.next();
    }
    return item;
  }

  @Override
  public boolean saveToSnapshot() {
    return tryEmitToSnapshot(
        BroadcastKey.broadcastKey(partition), new long[] {emitted, eventTime.getWatermark(0)});
  }

  @Override
  protected void restoreFromSnapshot(Object key, Object value) {
    if (((BroadcastKey<?>) key).key().equals(partition)) {
      long[] saved = (long[]) value;
      emitted = saved[0];
      generator = new Generator(job, partition, emitted);
      eventTime.restoreWatermark(0, saved[1]);
    }
  }
}
