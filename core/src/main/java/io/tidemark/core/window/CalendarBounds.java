package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import io.tidemark.core.window.Windows.Closed;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/**
 * The bounds of {@link CalendarWindows}. Not thread-safe, since it remembers the window asked for
 * last: working one out takes the rules of the zone, some hundred nanoseconds.
 */
final class CalendarBounds implements WindowBounds {
  private final CalendarWindows windows;
  private long start = Time.MAX;
  private long end = Time.MIN;

  CalendarBounds(CalendarWindows windows) {
    this.windows = windows;
  }

  @Override
  public Closed closed() {
    return windows.closed();
  }

  @Override
  public boolean overlap() {
    return false;
  }

  @Override
  public long count(long place) {
    return 1;
  }

  @Override
  public long start(long place, long back) {
    find(place);
    return start;
  }

  @Override
  public long end(long place, long back) {
    find(place);
    return end;
  }

  @Override
  public long back(long place, long startMicros, long endMicros) {
    return 0;
  }

  @Override
  public long paneLow(long place) {
    return start(place, 0);
  }

  @Override
  public long paneHigh(long place) {
    return end(place, 0);
  }

  private void find(long place) {
    if (place >= start && place < end) {
      return;
    }
    LocalDate day = Time.instant(place).atZone(windows.zone()).toLocalDate();
    LocalDate from = firstDay(day);
    LocalDate to = next(from);
    // Where clocks went back over a midnight, a local date comes twice, the second time after the
    // next one has begun: a window goes from instant to instant.
    while (startOf(to) <= place) {
      from = to;
      to = next(from);
    }
    start = startOf(from);
    end = startOf(to);
  }

  private LocalDate firstDay(LocalDate day) {
    return switch (windows.period()) {
      case DAY -> day;
      case WEEK -> day.with(TemporalAdjusters.previousOrSame(windows.first()));
      case MONTH -> day.withDayOfMonth(1);
      case YEAR -> day.withDayOfYear(1);
    };
  }

  private LocalDate next(LocalDate first) {
    return switch (windows.period()) {
      case DAY -> first.plusDays(1);
      case WEEK -> first.plusWeeks(1);
      case MONTH -> first.plusMonths(1);
      case YEAR -> first.plusYears(1);
    };
  }

  private long startOf(LocalDate day) {
    return Time.micros(day.atStartOfDay(windows.zone()).toInstant());
  }
}
