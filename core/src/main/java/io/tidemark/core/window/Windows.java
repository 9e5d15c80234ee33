package io.tidemark.core.window;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;

/**
 * Which windows of assigned time an element belongs to. Immutable values, made by the methods here.
 */
public sealed interface Windows
    permits FixedWindows,
        CalendarWindows,
        SessionWindows,
        LimitedSessionWindows,
        SlidingWindows,
        CountWindows,
        PartialWindows,
        FilledWindows,
        SeveralWindows {
  /** Which of its two bounds a window contains. */
  enum Closed {
    /** {@code [start, end)}. */
    LEFT,
    /** {@code (start, end]}. */
    RIGHT
  }

  /** Windows {@code [k · size, (k + 1) · size)}. */
  static FixedWindows tumbling(Duration size) {
    return FixedWindows.of(size, size);
  }

  /** Windows {@code [k · hop, k · hop + size)}. */
  static FixedWindows hopping(Duration size, Duration hop) {
    return FixedWindows.of(size, hop);
  }

  /**
   * All elements of a key at one time: windows of a tick, of which there are those with elements.
   */
  static FixedWindows snapshot() {
    return new FixedWindows(1, 1, 0, Closed.LEFT);
  }

  /** The days of a zone: from one local midnight to the next, 23 or 25 hours where clocks move. */
  static CalendarWindows days(ZoneId zone) {
    return new CalendarWindows(CalendarWindows.Period.DAY, zone, DayOfWeek.MONDAY, Closed.LEFT);
  }

  /** The weeks of a zone, from the first instant of this day of the week. */
  static CalendarWindows weeks(ZoneId zone, DayOfWeek first) {
    return new CalendarWindows(CalendarWindows.Period.WEEK, zone, first, Closed.LEFT);
  }

  /** The months of a zone. */
  static CalendarWindows months(ZoneId zone) {
    return new CalendarWindows(CalendarWindows.Period.MONTH, zone, DayOfWeek.MONDAY, Closed.LEFT);
  }

  /** The years of a zone. */
  static CalendarWindows years(ZoneId zone) {
    return new CalendarWindows(CalendarWindows.Period.YEAR, zone, DayOfWeek.MONDAY, Closed.LEFT);
  }

  /**
   * The sessions of each key: elements none of which is further than the gap from the one before.
   */
  static SessionWindows session(Duration gap) {
    return new SessionWindows(FixedWindows.micros("gap", gap));
  }

  /**
   * What a key has had within the duration, at each time at which that changes: where elements
   * enter and where they leave.
   */
  static SlidingWindows sliding(Duration size) {
    return new SlidingWindows(FixedWindows.micros("size", size), true);
  }

  /** Windows of that many distinct times of a key, one from each of its times. */
  static CountWindows count(int starts) {
    return new CountWindows(starts);
  }

  /**
   * Tumbling, hopping or calendar windows with partial results, each time the period has passed
   * since a window's start. Of hopping windows that overlap it divides size and hop.
   */
  static PartialWindows partial(Windows windows, Duration every) {
    return new PartialWindows(windows, FixedWindows.micros("period of partial results", every));
  }

  /** Windows under a name, for several at once. */
  static NamedWindows named(String name, Windows windows) {
    return new NamedWindows(name, windows);
  }
}
