package io.tidemark.core.window;

import java.time.DayOfWeek;
import java.time.ZoneId;

/**
 * Days, weeks, months or years as the calendar of a zone has them, side by side: each starts at the
 * first instant of its first day, which is after midnight where clocks skip it, and ends where the
 * next one starts. A day is 23 or 25 hours long where clocks are moved within it, and of no length
 * where a zone left it out. Where a zone's clocks went back over a midnight, the day that began
 * goes on.
 *
 * <p>When clocks move is what the Java runtime knows of the zone: all nodes of a run need the same
 * time-zone data, and a replay that of the run.
 *
 * @param period what a window is
 * @param zone whose calendar it is
 * @param first on which day a week starts; without effect otherwise
 * @param closed which bound belongs to the window
 */
public record CalendarWindows(Period period, ZoneId zone, DayOfWeek first, Closed closed)
    implements Windows {
  /** What a window is. */
  public enum Period {
    /** A day. */
    DAY,
    /** A week. */
    WEEK,
    /** A month. */
    MONTH,
    /** A year. */
    YEAR
  }

  /** The same windows with their end instead of their start: {@code (start, end]}. */
  public CalendarWindows endInclusive() {
    return new CalendarWindows(period, zone, first, Closed.RIGHT);
  }
}
