package io.tidemark.config.pipeline;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.window.PartialWindows;
import io.tidemark.core.window.SeveralWindows;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stream's windows. */
public sealed interface WindowSettings {
  /**
   * A column of a result that says more of its window, before what is selected.
   *
   * @param column its name
   */
  record Mark(String column, ColumnType type) {}

  /** The column of its results that says more of a window; null where there is none. */
  default @Nullable Mark mark() {
    return null;
  }

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
   * @param cutOnGrid whether one is cut at multiples of the maximum only
   */
  record Session(Duration gap, @Nullable Duration max, boolean cutOnGrid)
      implements WindowSettings {}

  /** What a key has at one time. */
  record Snapshot() implements WindowSettings {}

  /**
   * What a key has had within a time, whenever that changes.
   *
   * @param size above zero
   * @param onEnterOnly whether there is no result where rows leave
   */
  record Sliding(Duration size, boolean onEnterOnly) implements WindowSettings {}

  /**
   * Windows of so many distinct times.
   *
   * @param times at least 1
   */
  record Count(int times) implements WindowSettings {}

  /**
   * Windows with rows for a key's empty ones.
   *
   * @param inARow how many in a row at most
   */
  record Filled(Fixed of, int inARow) implements WindowSettings {}

  /**
   * Windows with partial results.
   *
   * @param of fixed ones, or those of a calendar
   * @param every from one partial result of a window to the next
   */
  record Partial(WindowSettings of, Duration every) implements WindowSettings {
    @Override
    public Mark mark() {
      return new Mark(PartialWindows.COLUMN, ColumnType.BOOLEAN);
    }
  }

  /**
   * Windows of several kinds at once.
   *
   * @param all under their names, in the order of the file; at least one
   */
  record Several(List<Named> all) implements WindowSettings {
    /** Copies the list. */
    public Several {
      all = List.copyOf(all);
    }

    /** Windows under a name. */
    public record Named(String name, WindowSettings windows) {}

    @Override
    public Mark mark() {
      return new Mark(SeveralWindows.COLUMN, ColumnType.STRING);
    }
  }
}
