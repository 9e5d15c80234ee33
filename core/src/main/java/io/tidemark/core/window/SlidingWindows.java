package io.tidemark.core.window;

/**
 * What a key has had within a duration, {@code (t − size, t]}, at each time t at which that
 * changes: where elements enter and, unless switched off, where they leave. A window that has
 * become empty gives no result.
 *
 * @param sizeMicros above zero
 * @param exits whether there is a result where elements leave
 */
public record SlidingWindows(long sizeMicros, boolean exits) implements Windows {
  /** Checks the size. */
  public SlidingWindows {
    if (sizeMicros <= 0) {
      throw new IllegalArgumentException(
          "a window's size is above zero: actual=" + sizeMicros + " (microseconds)");
    }
  }

  /** The same windows with results only where elements enter. */
  public SlidingWindows onEnterOnly() {
    return new SlidingWindows(sizeMicros, false);
  }
}
