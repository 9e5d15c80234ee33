package io.tidemark.runtime.clock;

/** How long one thing after the other takes. Not thread-safe. */
public final class Lap {
  private long startNanos;

  /** One that has not begun. */
  public Lap() {}

  /** The next thing begins. */
  public void begin() {
    startNanos = System.nanoTime();
  }

  /** Nanoseconds since it began. */
  public long nanos() {
    return System.nanoTime() - startNanos;
  }
}
