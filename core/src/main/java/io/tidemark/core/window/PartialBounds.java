package io.tidemark.core.window;

import io.tidemark.core.window.Windows.Closed;

/**
 * The bounds of {@link PartialWindows} that do not overlap: a window and, with the same start, the
 * stretches of it that partial results are of, one within the next. Distances within a window are
 * unsigned numbers, for one may reach over the whole axis.
 */
final class PartialBounds implements WindowBounds {
  private final WindowBounds windows;
  private final long everyMicros;

  PartialBounds(PartialWindows partial) {
    this.windows = WindowBounds.of(partial.of());
    this.everyMicros = partial.everyMicros();
  }

  @Override
  public boolean marksFinal() {
    return true;
  }

  @Override
  public boolean isFinal(long startMicros, long endMicros) {
    return windows.end(startMicros, 0) == endMicros;
  }

  @Override
  public Closed closed() {
    return windows.closed();
  }

  @Override
  public boolean overlap() {
    return true;
  }

  /** How many periods of its window lie before the place. */
  private long before(long place) {
    return Long.divideUnsigned(place - windows.start(place, 0), everyMicros);
  }

  /** How many stretches the place's window has, the whole of it included. */
  private long all(long place) {
    long length = windows.end(place, 0) - windows.start(place, 0);
    return Long.divideUnsigned(length - 1, everyMicros) + 1;
  }

  @Override
  public long count(long place) {
    return windows.count(place) == 0 ? 0 : all(place) - before(place);
  }

  @Override
  public long start(long place, long back) {
    return windows.start(place, 0);
  }

  @Override
  public long end(long place, long back) {
    return back == 0
        ? windows.end(place, 0)
        : windows.start(place, 0) + (all(place) - back) * everyMicros;
  }

  @Override
  public long back(long place, long startMicros, long endMicros) {
    return endMicros == windows.end(place, 0)
        ? 0
        : all(place) - Long.divideUnsigned(endMicros - startMicros, everyMicros);
  }

  @Override
  public long paneLow(long place) {
    return windows.start(place, 0) + before(place) * everyMicros;
  }

  @Override
  public long paneHigh(long place) {
    return before(place) + 1 == all(place)
        ? windows.end(place, 0)
        : windows.start(place, 0) + (before(place) + 1) * everyMicros;
  }
}
