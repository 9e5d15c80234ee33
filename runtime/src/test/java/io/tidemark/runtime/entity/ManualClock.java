package io.tidemark.runtime.entity;

import io.tidemark.runtime.clock.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** Stands where it was put. */
public final class ManualClock implements Clock {
  private final AtomicLong micros = new AtomicLong(1_000_000_000L);

  @Override
  public long nowMicros() {
    return micros.get();
  }

  public void advanceMicros(long by) {
    micros.addAndGet(by);
  }
}
