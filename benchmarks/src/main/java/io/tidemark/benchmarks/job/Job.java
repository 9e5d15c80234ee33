package io.tidemark.benchmarks.job;

import java.io.Serializable;
import java.util.Locale;

/**
 * What is computed, per key, of the elements of {@link #PARTITIONS} partitions. Two jobs that are
 * equal have the same elements and so the same result. Serializable for engines that ship what they
 * run.
 *
 * <p>Event time advances evenly with the offset, then each element is moved back by less than
 * {@link #DISORDER_MICROS}. A watermark that trails the highest time seen in the same partition by
 * {@link #DISORDER_MICROS} makes nothing late.
 *
 * @param shape what is computed
 * @param keys number of keys, all equally frequent, from 1 to 2³¹
 * @param elementsPerPartition length of each partition
 * @param stepMicros event time from one element of a partition to the next, before disorder
 * @param seed of keys and disorder
 */
public record Job(Shape shape, long keys, long elementsPerPartition, long stepMicros, long seed)
    implements Serializable {
  /** Partitions, for as many cores. */
  public static final int PARTITIONS = 2;

  /** How far behind an earlier element of its partition one may be: less than a second. */
  public static final long DISORDER_MICROS = 1_000_000;

  /** Event time of offset 0 before disorder, a start of a window: 2024-01-01T00:00Z. */
  public static final long START_MICROS = 1_704_067_200_000_000L;

  /** Refuses what would leave the ranges of the parameters. */
  public Job {
    if (keys < 1 || keys > 1L << 31) {
      throw new IllegalArgumentException(
          "number of keys out of range: keys=" + keys + ", expected=1..2^31; lower --keys");
    }
    if (elementsPerPartition < 1 || stepMicros < 1) {
      throw new IllegalArgumentException(
          "a job has elements and its time advances: elementsPerPartition="
              + elementsPerPartition
              + ", stepMicros="
              + stepMicros
              + ", expected=at least 1 each");
    }
  }

  /**
   * A job of this many elements in all partitions together, of which a window of the shape's size
   * holds {@code elementsPerWindow}; both are rounded down to whole elements and microseconds.
   */
  public static Job of(Shape shape, long keys, long elements, long elementsPerWindow, long seed) {
    long step = Math.max(1, shape.sizeMicros() * PARTITIONS / Math.max(1, elementsPerWindow));
    return new Job(shape, keys, elements / PARTITIONS, step, seed);
  }

  /** Elements of all partitions. */
  public long elements() {
    return elementsPerPartition * PARTITIONS;
  }

  /** The same job on the first elements of each partition only. */
  public Job shortenedTo(long elements) {
    return new Job(shape, keys, Math.max(1, elements / PARTITIONS), stepMicros, seed);
  }

  /** One line for people. */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "%s %s, %d keys, %d elements in %d partitions, %d elements per %s",
        shape.name().toLowerCase(Locale.ROOT),
        shape.describe(),
        keys,
        elements(),
        PARTITIONS,
        shape.sizeMicros() / stepMicros * PARTITIONS,
        shape.isInMillis() ? shape.sizeMicros() / 1_000_000 + " s" : "window");
  }
}
