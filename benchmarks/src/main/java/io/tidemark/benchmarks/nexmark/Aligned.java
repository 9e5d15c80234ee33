package io.tidemark.benchmarks.nexmark;

import java.time.Duration;
import java.time.Instant;

/** Tumbling windows aligned to 1970, for keys and timers. */
final class Aligned {
  private Aligned() {}

  /**
   * Where the window of that time starts.
   *
   * @param size whole milliseconds
   */
  static Instant start(Duration size, Instant time) {
    long sizeMillis = size.toMillis();
    return Instant.ofEpochMilli(Math.floorDiv(time.toEpochMilli(), sizeMillis) * sizeMillis);
  }

  /** Where the window of that time ends. */
  static Instant end(Duration size, Instant time) {
    return start(size, time).plus(size);
  }
}
