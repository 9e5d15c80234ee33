package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import java.time.Duration;

/**
 * Tumbling and hopping windows: one starts at {@code offset + k · hop} for every whole number k,
 * and lasts {@code size}. Where the hop is the size, windows tumble; where it is smaller, they
 * overlap; where it is larger, elements between two windows belong to none. The hop need not divide
 * the size.
 *
 * <p>A bound that would lie beyond the axis is the infinity on its side.
 *
 * <p>Inside, a window is cut into <em>panes</em>, the stretches between neighbouring window bounds.
 * All elements of a pane belong to the same windows, so each is accumulated once, however many
 * windows overlap. (Panes: Li et al., No Pane, No Gain, SIGMOD Record 2005.)
 *
 * @param sizeMicros how long a window lasts; above zero
 * @param hopMicros from one start to the next; above zero
 * @param offsetMicros where a window starts, given modulo the hop: from zero to below the hop
 * @param closed which bound belongs to the window
 */
public record Windows(long sizeMicros, long hopMicros, long offsetMicros, Closed closed) {
  /** Which of its two bounds a window contains. */
  public enum Closed {
    /** {@code [start, end)}. */
    LEFT,
    /** {@code (start, end]}. */
    RIGHT
  }

  private static final Duration LONGEST = Duration.ofDays(100_000_000);

  /** Checks size and hop, and reduces the offset modulo the hop. */
  public Windows {
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

  /** Windows {@code [k · size, (k + 1) · size)}. */
  public static Windows tumbling(Duration size) {
    return hopping(size, size);
  }

  /** Windows {@code [k · hop, k · hop + size)}. */
  public static Windows hopping(Duration size, Duration hop) {
    return new Windows(micros("size", size), micros("hop", hop), 0, Closed.LEFT);
  }

  /** The same windows, moved by an offset of any sign: to a local midnight, to a Monday. */
  public Windows offset(Duration offset) {
    return new Windows(sizeMicros, hopMicros, micros("offset", offset), closed);
  }

  /** The same windows with their end instead of their start: {@code (start, end]}. */
  public Windows endInclusive() {
    return new Windows(sizeMicros, hopMicros, offsetMicros, Closed.RIGHT);
  }

  /** Whether an element can belong to several windows. */
  public boolean overlap() {
    return hopMicros < sizeMicros;
  }

  /**
   * The least progress at which a window that ends there is final: no element of it follows. For
   * {@code (start, end]} that is a tick after the end, as an element at exactly the progress may
   * follow. {@link Time#MAX} where only the end of all input makes it final.
   */
  public long dueMicros(long endMicros) {
    return closed == Closed.LEFT ? endMicros : Time.plus(endMicros, 1);
  }

  /**
   * The assigned time of the results of a window that ends there: the last time that belongs to it.
   * Finite also where the window reaches beyond the axis, so that progress +∞ is beyond it.
   */
  public long resultTimeMicros(long endMicros) {
    return closed == Closed.LEFT || endMicros == Time.MAX ? endMicros - 1 : endMicros;
  }

  /**
   * The place of a finite time among the windows: it belongs to those with {@code start <= place <
   * end}, whichever bound they contain. It may be {@link Long#MIN_VALUE}, which here is a number.
   */
  long place(long micros) {
    return closed == Closed.LEFT ? micros : micros - 1;
  }

  /** How far the last start at or before the place lies behind it. */
  private long sinceStart(long place) {
    return Math.floorMod(Math.floorMod(place, hopMicros) - offsetMicros, hopMicros);
  }

  /** How many windows the place belongs to. */
  long count(long place) {
    long since = sinceStart(place);
    return since < sizeMicros ? (sizeMicros - since - 1) / hopMicros + 1 : 0;
  }

  /** The start of the window that is the {@code back}-th before the last one of the place. */
  long start(long place, long back) {
    return down(place, sinceStart(place) + back * hopMicros);
  }

  /** The end of the window that is the {@code back}-th before the last one of the place. */
  long end(long place, long back) {
    return up(place, sizeMicros - sinceStart(place) - back * hopMicros);
  }

  /** The inverse of {@link #start} and {@link #end}; the window contains the place. */
  long back(long place, long startMicros, long endMicros) {
    long since = sinceStart(place);
    return endMicros == Time.MAX
        ? (place - startMicros - since) / hopMicros
        : (sizeMicros - since - (endMicros - place)) / hopMicros;
  }

  /** The first place of the pane around the place. */
  long paneLow(long place) {
    long since = sinceStart(place);
    long cut = sizeMicros % hopMicros;
    return down(place, since < cut ? since : since - cut);
  }

  /** The first place beyond the pane around the place. */
  long paneHigh(long place) {
    long since = sinceStart(place);
    long cut = sizeMicros % hopMicros;
    return up(place, (since < cut ? cut : hopMicros) - since);
  }

  private static long up(long place, long distance) {
    long sum = place + distance;
    return sum < place ? Time.MAX : sum;
  }

  private static long down(long place, long distance) {
    long difference = place - distance;
    return difference > place ? Time.MIN : difference;
  }

  private static long micros(String what, Duration duration) {
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
