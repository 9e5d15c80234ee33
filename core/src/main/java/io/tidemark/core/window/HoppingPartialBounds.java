package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import io.tidemark.core.window.Windows.Closed;

/**
 * The bounds of {@link PartialWindows} of hopping windows that overlap: of each window the
 * stretches from its start that partial results are of. Since the period divides size and hop, all
 * bounds lie on one grid, whose cells are the panes.
 *
 * <p>At the end {@code r} cells before that of a place's last window there is a stretch of each of
 * its windows that reach so far: of the last one, and of one more for each hop that fits into
 * {@code r} cells. So how many stretches end later is the sum of {@code i / hop + 1} over {@code i}
 * below {@code r}, which is where a stretch stands counted from the last; the way back is a binary
 * search. Immutable.
 */
final class HoppingPartialBounds implements WindowBounds {
  private final FixedBounds windows;
  private final long sizeMicros;
  private final long hopMicros;
  private final long everyMicros;

  /** Size and hop in cells of the grid. */
  private final long size;

  private final long hop;

  HoppingPartialBounds(FixedWindows windows, long everyMicros) {
    this.windows = new FixedBounds(windows);
    this.sizeMicros = windows.sizeMicros();
    this.hopMicros = windows.hopMicros();
    this.everyMicros = everyMicros;
    this.size = sizeMicros / everyMicros;
    this.hop = hopMicros / everyMicros;
  }

  @Override
  public Closed closed() {
    return windows.closed();
  }

  @Override
  public boolean overlap() {
    return true;
  }

  @Override
  public boolean nest() {
    return true;
  }

  @Override
  public long notBefore(long place, long startMicros, long endMicros) {
    long last = lastStart(place);
    if (endMicros <= place) {
      return count(place);
    } else if (endMicros > last + sizeMicros) {
      return 0;
    }
    long cells = size - (endMicros - last) / everyMicros;
    long starts = Math.min(cells / hop, Math.floorDiv(last - startMicros, hopMicros)) + 1;
    return Math.min(count(place), later(cells) + Math.max(0, starts));
  }

  @Override
  public boolean marksFinal() {
    return true;
  }

  @Override
  public boolean isFinal(long startMicros, long endMicros) {
    return endMicros - startMicros == sizeMicros;
  }

  /** How many stretches end in the last {@code cells} cells of a place's last window. */
  private long later(long cells) {
    long hops = cells / hop;
    return cells + hop * (hops * (hops - 1) / 2) + hops * (cells % hop);
  }

  /** How many cells before the end of its last window the stretch ends. */
  private long cellsBefore(long back) {
    long least = 0;
    long most = size;
    while (most - least > 1) {
      long middle = (least + most) >>> 1;
      if (later(middle) <= back) {
        least = middle;
      } else {
        most = middle;
      }
    }
    return least;
  }

  private long lastStart(long place) {
    return windows.start(place, 0);
  }

  /** None in a pane from which a window, or the one beside it, could reach beyond the axis. */
  @Override
  public long count(long place) {
    long far = Time.plus(sizeMicros, Time.plus(hopMicros, everyMicros));
    long low = paneLow(place);
    if (low < Time.plus(Time.MIN + 1, far) || low > Time.minus(Time.MAX - 1, far)) {
      return 0;
    }
    return later(size - (place - lastStart(place)) / everyMicros);
  }

  @Override
  public long start(long place, long back) {
    return lastStart(place) - (back - later(cellsBefore(back))) * hopMicros;
  }

  @Override
  public long end(long place, long back) {
    return lastStart(place) + (size - cellsBefore(back)) * everyMicros;
  }

  @Override
  public long back(long place, long startMicros, long endMicros) {
    long last = lastStart(place);
    return later(size - (endMicros - last) / everyMicros) + (last - startMicros) / hopMicros;
  }

  @Override
  public long paneLow(long place) {
    long last = lastStart(place);
    return last + (place - last) / everyMicros * everyMicros;
  }

  @Override
  public long paneHigh(long place) {
    return paneLow(place) + everyMicros;
  }
}
