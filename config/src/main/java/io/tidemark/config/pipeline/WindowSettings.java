package io.tidemark.config.pipeline;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** A stream's windows. */
public sealed interface WindowSettings {
  /**
   * {@code [s, s + size)} or {@code (s, s + size]} for every start {@code s = offset + n·hop}.
   *
   * @param size above zero
   * @param hop above zero; equal to the size where windows tumble
   * @param offset of any sign
   * @param endInclusive whether a window holds its end rather than its start
   */
  record Fixed(Duration size, Duration hop, Duration offset, boolean endInclusive)
      implements WindowSettings {
    /** Whether every time lies in exactly one window. */
    public boolean tumbles() {
      return size.equals(hop);
    }
  }

  /**
   * Windows of the calendar.
   *
   * @param period how long they are
   * @param zone whose midnights count
   * @param firstDay of a week
   * @param endInclusive whether a window holds its end rather than its start
   */
  record Calendar(Period period, ZoneId zone, DayOfWeek firstDay, boolean endInclusive)
      implements WindowSettings {
    /** How long windows of the calendar are. */
    public enum Period {
      /** From midnight to midnight. */
      DAYS,
      /** Seven days from the first day of the week. */
      WEEKS,
      /** From the first of a month. */
      MONTHS,
      /** From the first of January. */
      YEARS
    }
  }

  /**
   * Windows that end when a key is quiet.
   *
   * @param gap the longest silence within a session
   * @param max how long one is at most; null: any time
   */
  record Session(Duration gap, @Nullable Duration max) implements WindowSettings {}

  /**
   * What a key has had within a time, whenever that changes.
   *
   * @param size above zero
   */
  record Sliding(Duration size) implements WindowSettings {}

  /**
   * Windows of so many distinct times.
   *
   * @param times at least 1
   */
  record Count(int times) implements WindowSettings {}
}
