package io.tidemark.runtime.clock;

import io.tidemark.core.time.Time;
import java.time.Instant;

/** The machine's clock. */
public final class SystemClock implements Clock {
  /** A clock. */
  public SystemClock() {}

  @Override
  public long nowMicros() {
    return Time.micros(Instant.now());
  }
}
