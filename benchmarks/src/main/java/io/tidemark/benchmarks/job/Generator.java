package io.tidemark.benchmarks.job;

import java.util.NoSuchElementException;

/**
 * Reads one partition of a job from any offset on: the element at an offset is a function of job,
 * partition and offset alone.
 *
 * <p>The function is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
 * Generators, 2014) with the offset as its counter: about a nanosecond and one allocation per
 * element, so that the source weighs little in any measurement. Not thread-safe.
 */
public final class Generator {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final long keys;
  private final long stepMicros;
  private final long unitMicros;
  private final long origin;
  private final long end;
  private long offset;

  /** Starts at the offset, 0 for the first element. */
  public Generator(Job job, int partition, long offset) {
    this.keys = job.keys();
    this.stepMicros = job.stepMicros();
    this.unitMicros = job.shape().isInMillis() ? 1_000 : 1;
    this.end = job.elementsPerPartition();
    this.origin = mix(job.seed() + mix(partition + 1));
    this.offset = offset;
  }

  /** Whether the partition has an element at the current offset. */
  public boolean hasNext() {
    return offset < end;
  }

  /** The offset of the element that {@link #next} gives; the partition's length at its end. */
  public long offset() {
    return offset;
  }

  /** The element at the current offset; advances by one. */
  public Event next() {
    if (offset >= end) {
      throw new NoSuchElementException("the partition ends: length=" + end);
    }
    long bits = mix(origin + offset * GOLDEN_GAMMA);
    long key = ((bits >>> 32) * keys) >>> 32;
    long behindMicros = ((bits & 0xFFFF_FFFFL) * Job.DISORDER_MICROS) >>> 32;
    long timeMicros = Job.START_MICROS + offset * stepMicros - behindMicros;
    if (unitMicros > 1) {
      timeMicros -= timeMicros % unitMicros;
    }
    offset++;
    return new Event(key, timeMicros, bits);
  }

  private static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
