package io.tidemark.runtime.clock;

import java.time.Duration;

/** How long something takes, unmoved by a clock that is set. Safe to ask from any thread. */
public final class Stopwatch {
  private final long startNanos = System.nanoTime();

  private Stopwatch() {}

  /** A watch that runs from now on. */
  public static Stopwatch started() {
    return new Stopwatch();
  }

  /** The time since it was started. */
  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }
}
