package io.tidemark.runtime.clock;

/** Tells the wall clock time. Safe to ask from any thread. */
@FunctionalInterface
public interface Clock {
  /** Microseconds since 1970-01-01T00:00Z; may go back when the machine's clock is set. */
  long nowMicros();
}
