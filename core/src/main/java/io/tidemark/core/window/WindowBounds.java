package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import io.tidemark.core.window.Windows.Closed;

/**
 * Where windows begin and end that depend on time alone, and never on elements. A bound beyond the
 * axis is the infinity on its side.
 *
 * <p>Windows are cut into <em>panes</em>, the stretches between neighbouring window bounds. All
 * elements of a pane belong to the same windows, so each is accumulated once, however many windows
 * overlap. (Panes: Li et al., No Pane, No Gain, SIGMOD Record 2005.)
 *
 * <p>A <em>place</em> is where a finite time stands among the windows: it belongs to those with
 * {@code start <= place < end}, whichever bound they contain.
 */
interface WindowBounds {
  /**
   * The bounds of such windows, for one owner.
   *
   * @throws IllegalArgumentException where the windows depend on elements
   */
  static WindowBounds of(Windows windows) {
    if (windows instanceof FixedWindows fixed) {
      return new FixedBounds(fixed);
    } else if (windows instanceof CalendarWindows calendar) {
      return new CalendarBounds(calendar);
    } else if (windows instanceof PartialWindows partial) {
      return partial.of() instanceof FixedWindows fixed && new FixedBounds(fixed).overlap()
          ? new HoppingPartialBounds(fixed, partial.everyMicros())
          : new PartialBounds(partial);
    }
    throw new IllegalArgumentException(
        "the bounds of these windows depend on elements: " + windows);
  }

  /** Which bound belongs to a window. */
  Closed closed();

  /** Whether an element can belong to several windows. */
  boolean overlap();

  /** Whether a window can start later than another and end before it. */
  default boolean nest() {
    return false;
  }

  /**
   * How many of the windows of the place are not before this one, in the order of end and start.
   */
  default long notBefore(long place, long startMicros, long endMicros) {
    return place < startMicros ? 0 : back(place, startMicros, endMicros) + 1;
  }

  /** Whether results say if they are final. */
  default boolean marksFinal() {
    return false;
  }

  /** Whether the bounds are those of a whole window, and no part of one. */
  default boolean isFinal(long startMicros, long endMicros) {
    return true;
  }

  /** The place of a finite time. It may be {@link Long#MIN_VALUE}, which here is a number. */
  default long place(long micros) {
    return closed() == Closed.LEFT ? micros : micros - 1;
  }

  /** How many windows the place belongs to. */
  long count(long place);

  /** The start of the window that is the {@code back}-th before the last one of the place. */
  long start(long place, long back);

  /** The end of the window that is the {@code back}-th before the last one of the place. */
  long end(long place, long back);

  /** The inverse of {@link #start} and {@link #end}; the window contains the place. */
  long back(long place, long startMicros, long endMicros);

  /** The first place of the pane around the place. */
  long paneLow(long place);

  /** The first place beyond the pane around the place. */
  long paneHigh(long place);

  /**
   * The least progress at which a window that ends there is final: no element of it follows. For
   * {@code (start, end]} that is a tick after the end, as an element at exactly the progress may
   * follow. {@link Time#MAX} where only the end of all input makes it final.
   */
  default long dueMicros(long endMicros) {
    return closed() == Closed.LEFT ? endMicros : Time.plus(endMicros, 1);
  }

  /**
   * The assigned time of the results of a window that ends there: the last time that belongs to it.
   * Finite also where the window reaches beyond the axis, so that progress +∞ is beyond it.
   */
  default long resultTimeMicros(long endMicros) {
    return closed() == Closed.LEFT || endMicros == Time.MAX ? endMicros - 1 : endMicros;
  }
}
