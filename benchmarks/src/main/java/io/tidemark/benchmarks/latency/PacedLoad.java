package io.tidemark.benchmarks.latency;

import io.tidemark.benchmarks.job.Event;
import java.io.Serializable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Elements at equal distances of event time, in two partitions, for counts per key and window.
 *
 * @param beginMicros event time of the first elements, microseconds since 1970
 * @param perSecond elements for each second of event time, of both partitions together
 * @param seconds of event time
 * @param paced whether no element is there before the wall clock has reached its event time;
 *     otherwise all are there at once
 */
public record PacedLoad(long beginMicros, int perSecond, int seconds, boolean paced)
    implements Serializable {
  /** How many. */
  public static final int PARTITIONS = 2;

  /** How many. */
  public static final int KEYS = 10_000;

  /** Tumbling; their ends fall now here and now there between checkpoints. */
  public static final Duration WINDOW = Duration.ofMillis(730);

  private static final Duration WARM_UP = Duration.ofSeconds(15);
  private static final Clock CLOCK = Clock.systemUTC();

  /** The wall clock, microseconds since 1970. */
  public static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, CLOCK.instant());
  }

  /** Elements of one partition. */
  public long each() {
    return (long) perSecond * seconds / PARTITIONS;
  }

  /** Event time of an element by its index in its partition. */
  public long timeMicros(long index) {
    return beginMicros + index * PARTITIONS * 1_000_000L / perSecond;
  }

  /** Whether the element is there. */
  public boolean isThere(long index) {
    return index < each() && (!paced || timeMicros(index) <= nowMicros());
  }

  /** The element. */
  public Event event(int partition, long index) {
    return new Event((index * 7_919 + partition) % KEYS, timeMicros(index), 1);
  }

  /** Results of windows that end after it count. */
  public long measuredFromMicros() {
    return beginMicros + WARM_UP.toSeconds() * 1_000_000;
  }

  /** Results of windows that end before it count: after the last element nothing is at its pace. */
  public long measuredToMicros() {
    return beginMicros + seconds * 1_000_000L;
  }
}
