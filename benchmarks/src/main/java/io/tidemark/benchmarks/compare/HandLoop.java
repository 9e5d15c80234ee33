package io.tidemark.benchmarks.compare;

import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Digester;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Generator;
import io.tidemark.benchmarks.job.Job;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The job as one would write it by hand, without an engine: one thread, the JDK's hash maps,
 * nothing durable. It is the limit engines are compared with, and its result is what theirs must
 * equal.
 *
 * <p>Counts are kept per pane, which is one slide of time, and a window adds its panes up when it
 * fires. Watermarks are looked at once per {@link #CHUNK} elements.
 */
final class HandLoop implements Engine {
  private static final int CHUNK = 1024;

  @Override
  public Digest run(Job job) {
    Step step = step(job);
    Generator[] partitions = new Generator[Job.PARTITIONS];
    long[] highestMicros = new long[Job.PARTITIONS];
    for (int p = 0; p < partitions.length; p++) {
      partitions[p] = new Generator(job, p, 0);
      highestMicros[p] = Long.MIN_VALUE;
    }
    boolean more = true;
    while (more) {
      more = false;
      long watermark = Long.MAX_VALUE;
      for (int p = 0; p < partitions.length; p++) {
        Generator partition = partitions[p];
        for (int i = 0; i < CHUNK && partition.hasNext(); i++) {
          Event event = partition.next();
          highestMicros[p] = Math.max(highestMicros[p], event.timeMicros());
          step.add(event);
        }
        if (partition.hasNext()) {
          more = true;
          watermark = Math.min(watermark, highestMicros[p] - Job.DISORDER_MICROS);
        }
      }
      if (more) {
        step.advance(watermark);
      }
    }
    return step.end();
  }

  @Override
  public void close() {}

  private static Step step(Job job) {
    return switch (job.shape()) {
      case TUMBLING, HOPPING -> new Panes(job);
      case SESSION -> new HandSessions(job);
      case TIMERS -> new HandTimers();
    };
  }

  /** What is done with each element. */
  interface Step {
    void add(Event event);

    /** No element before this time follows. */
    void advance(long toMicros);

    /** The digest of all rows. */
    Digest end();
  }

  private static final class Count {
    private long value;
  }

  private static final class Panes implements Step {
    private final long sizeMicros;
    private final long slideMicros;
    private final Digester digester = new Digester();
    private final Map<Long, Map<Long, Count>> counts = new HashMap<>();
    private long nextWindowEnd;
    private long lastPane = Long.MIN_VALUE;
    private long recentPane = Long.MIN_VALUE;
    private @Nullable Map<Long, Count> recent;

    private Panes(Job job) {
      sizeMicros = job.shape().sizeMicros();
      slideMicros = job.shape().slideMicros();
      // No element is before this window.
      nextWindowEnd =
          Math.floorDiv(Job.START_MICROS - Job.DISORDER_MICROS, slideMicros) * slideMicros
              + slideMicros;
    }

    @Override
    public void add(Event event) {
      long pane = Math.floorDiv(event.timeMicros(), slideMicros);
      Map<Long, Count> inPane = recent;
      if (inPane == null || pane != recentPane) {
        if ((pane + 1) * slideMicros < nextWindowEnd) {
          throw new IllegalStateException("an element is late: " + event);
        }
        inPane = counts.computeIfAbsent(pane, p -> new HashMap<>());
        recent = inPane;
        recentPane = pane;
        lastPane = Math.max(lastPane, pane);
      }
      inPane.computeIfAbsent(event.key(), k -> new Count()).value++;
    }

    @Override
    public void advance(long toMicros) {
      while (nextWindowEnd <= toMicros) {
        fire(nextWindowEnd);
        nextWindowEnd += slideMicros;
      }
    }

    @Override
    public Digest end() {
      advance((lastPane + 1) * slideMicros + sizeMicros - slideMicros);
      return digester.take();
    }

    private void fire(long windowEnd) {
      long firstPane = Math.floorDiv(windowEnd - sizeMicros, slideMicros);
      long panesInWindow = sizeMicros / slideMicros;
      Map<Long, Count> window =
          panesInWindow == 1 ? counts.getOrDefault(firstPane, Map.of()) : sum(firstPane);
      window.forEach((key, count) -> digester.add(windowEnd, key, count.value));
      counts.remove(firstPane);
      recent = null;
    }

    private Map<Long, Count> sum(long firstPane) {
      Map<Long, Count> window = new HashMap<>();
      for (long pane = firstPane; pane < firstPane + sizeMicros / slideMicros; pane++) {
        counts
            .getOrDefault(pane, Map.of())
            .forEach(
                (key, count) -> window.computeIfAbsent(key, k -> new Count()).value += count.value);
      }
      return window;
    }
  }
}
