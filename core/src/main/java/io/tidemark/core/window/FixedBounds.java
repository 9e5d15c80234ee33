package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import io.tidemark.core.window.Windows.Closed;

/** The bounds of {@link FixedWindows}. Immutable. */
record FixedBounds(long sizeMicros, long hopMicros, long offsetMicros, Closed closed)
    implements WindowBounds {
  FixedBounds(FixedWindows windows) {
    this(windows.sizeMicros(), windows.hopMicros(), windows.offsetMicros(), windows.closed());
  }

  @Override
  public boolean overlap() {
    return hopMicros < sizeMicros;
  }

  @Override
  public long place(long micros) {
    return closed == Closed.LEFT ? micros : micros - 1;
  }

  /** How far the last start at or before the place lies behind it. */
  private long sinceStart(long place) {
    return Math.floorMod(Math.floorMod(place, hopMicros) - offsetMicros, hopMicros);
  }

  @Override
  public long count(long place) {
    long since = sinceStart(place);
    return since < sizeMicros ? (sizeMicros - since - 1) / hopMicros + 1 : 0;
  }

  @Override
  public long start(long place, long back) {
    return down(place, sinceStart(place) + back * hopMicros);
  }

  @Override
  public long end(long place, long back) {
    return up(place, sizeMicros - sinceStart(place) - back * hopMicros);
  }

  @Override
  public long back(long place, long startMicros, long endMicros) {
    long since = sinceStart(place);
    return endMicros == Time.MAX
        ? (place - startMicros - since) / hopMicros
        : (sizeMicros - since - (endMicros - place)) / hopMicros;
  }

  @Override
  public long paneLow(long place) {
    long since = sinceStart(place);
    long cut = sizeMicros % hopMicros;
    return down(place, since < cut ? since : since - cut);
  }

  @Override
  public long paneHigh(long place) {
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
}
