package io.tidemark.core.window;

import java.time.Duration;

/**
 * Tumbling and hopping windows: one starts at {@code offset + k · hop} for every whole number k,
 * and lasts {@code size}. Where the hop is the size, windows tumble; where it is smaller, they
 * overlap; where it is larger, elements between two windows belong to none. The hop need not divide
 * the size.
 *
 * <p>A bound that would lie beyond the axis is the infinity on its side.
 *
 * @param sizeMicros how long a window lasts; above zero
 * @param hopMicros from one start to the next; above zero
 * @param offsetMicros where a window starts, given modulo the hop: from zero to below the hop
 * @param closed which bound belongs to the window
 */
public record FixedWindows(long sizeMicros, long hopMicros, long offsetMicros, Closed closed)
    implements Windows {
  private static final Duration LONGEST = Duration.ofDays(100_000_000);

  /** Checks size and hop, and reduces the offset modulo the hop. */
  public FixedWindows {
    if (sizeMicros <= 0 || hopMicros <= 0) {
      throw new IllegalArgumentException(
          "a window's size and hop are above zero: actual size="
              + sizeMicros
              + ", hop="
              + hopMicros
              + " (microseconds)");
    }
    offsetMicros = Math.floorMod(offsetMicros, hopMicros);
  }

  static FixedWindows of(Duration size, Duration hop) {
    return new FixedWindows(micros("size", size), micros("hop", hop), 0, Closed.LEFT);
  }

  /** The same windows, moved by an offset of any sign: to a local midnight, to a Monday. */
  public FixedWindows offset(Duration offset) {
    return new FixedWindows(sizeMicros, hopMicros, micros("offset", offset), closed);
  }

  /** The same windows with their end instead of their start: {@code (start, end]}. */
  public FixedWindows endInclusive() {
    return new FixedWindows(sizeMicros, hopMicros, offsetMicros, Closed.RIGHT);
  }

  /**
   * The same windows, with rows for a key's empty ones too, up to so many in a row after one with
   * elements.
   */
  public FilledWindows withEmpty(int inARow) {
    return new FilledWindows(this, inARow);
  }

  static long micros(String what, Duration duration) {
    if (duration.abs().compareTo(LONGEST) > 0 || duration.toNanosPart() % 1_000 != 0) {
      throw new IllegalArgumentException(
          "a window's "
              + what
              + " is out of range: expected=whole microseconds up to "
              + LONGEST
              + ", actual="
              + duration);
    }
    return Math.addExact(
        Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
  }
}
