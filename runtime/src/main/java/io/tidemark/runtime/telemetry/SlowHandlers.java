package io.tidemark.runtime.telemetry;

import io.tidemark.core.entity.Computation;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.pipeline.Entities;
import io.tidemark.core.transform.HandlerWatch;
import io.tidemark.core.transform.TransformComputation;
import io.tidemark.runtime.clock.Lap;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of handlers of a program that take long: while one does, its entity answers nobody, and
 * what waits for it shows as back-pressure far away. Where several of a thousand calls are beyond
 * the budget, which hardly a pause of the process brings about, one is logged with stream, class
 * and key, and then only calls at least twice as long, so that a slow program does not flood the
 * log.
 *
 * @param budget how long a call may take
 */
public record SlowHandlers(Duration budget) implements Entities.Around {
  /** The shipped budget. */
  public static final Duration BUDGET = Duration.ofMillis(500);

  private static final Logger LOG = LoggerFactory.getLogger(SlowHandlers.class);

  @Override
  public Computation around(EntityId owner, String stream, Computation computation) {
    if (computation instanceof TransformComputation transform) {
      transform.watch(new Watch(stream, transform.program().transform().getClass(), budget));
    }
    return computation;
  }

  /** So many of so many calls are slow before it is said. */
  private static final int SLOW_CALLS = 3;

  private static final int AMONG_CALLS = 1_000;

  private static final class Watch implements HandlerWatch {
    private final String stream;
    private final Class<?> type;
    private final Lap lap = new Lap();
    private long toldNanos;
    private int slowCalls;
    private int callsSince;

    Watch(String stream, Class<?> type, Duration budget) {
      this.stream = stream;
      this.type = type;
      this.toldNanos = budget.toNanos();
    }

    @Override
    public void before() {
      lap.begin();
    }

    @Override
    public void after(Object key) {
      long took = lap.nanos();
      if (slowCalls > 0 && ++callsSince > AMONG_CALLS) {
        slowCalls = 0;
      }
      if (took > toldNanos) {
        callsSince = slowCalls == 0 ? 0 : callsSince;
        slowCalls++;
      }
      if (took > toldNanos && slowCalls >= SLOW_CALLS) {
        LOG.warn(
            "handlers take long: stream={}, class={}, key={}, took={}"
                + " ms, expected=at most {} ms; handlers compute and never wait: leave files,"
                + " networks and locks to sources and sinks",
            stream,
            type.getName(),
            key,
            Duration.ofNanos(took).toMillis(),
            Duration.ofNanos(toldNanos).toMillis());
        toldNanos = took * 2;
      }
    }
  }
}
