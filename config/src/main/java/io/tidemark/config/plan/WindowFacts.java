package io.tidemark.config.plan;

import io.tidemark.config.pipeline.WindowSettings;
import io.tidemark.config.unit.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a stream's windows are, as lines for a person. */
final class WindowFacts {
  private WindowFacts() {}

  /** One line; of several windows one for each, with its name. */
  static List<String> of(WindowSettings window) {
    if (window instanceof WindowSettings.Several several) {
      List<String> lines = new ArrayList<>();
      several.all().forEach(one -> lines.add(one.name() + ": " + line(one.windows())));
      return lines;
    }
    return List.of(line(window));
  }

  private static String line(WindowSettings window) {
    if (window instanceof WindowSettings.Fixed fixed) {
      return fixed(fixed);
    } else if (window instanceof WindowSettings.Calendar calendar) {
      return calendar(calendar);
    } else if (window instanceof WindowSettings.Session session) {
      return session(session);
    } else if (window instanceof WindowSettings.Sliding sliding) {
      return "sliding windows of "
          + Durations.print(sliding.size())
          + (sliding.onEnterOnly() ? ", where rows enter" : "");
    } else if (window instanceof WindowSettings.Count count) {
      return "windows of " + count.times() + " times each";
    } else if (window instanceof WindowSettings.Snapshot) {
      return "all rows of one time";
    } else if (window instanceof WindowSettings.Filled filled) {
      return fixed(filled.of()) + ", empty ones too, up to " + filled.inARow() + " in a row";
    } else if (window instanceof WindowSettings.Partial partial) {
      return line(partial.of()) + ", partial results every " + Durations.print(partial.every());
    }
    throw new AssertionError("no such windows: " + window);
  }

  private static String fixed(WindowSettings.Fixed fixed) {
    String size = Durations.print(fixed.size());
    String kind =
        fixed.tumbles()
            ? "tumbling windows of " + size
            : "windows of " + size + " every " + Durations.print(fixed.hop());
    String offset = fixed.offset().isZero() ? "" : ", moved by " + Durations.print(fixed.offset());
    return kind + bounds(fixed.endInclusive()) + offset;
  }

  private static String calendar(WindowSettings.Calendar calendar) {
    String first =
        calendar.period() == WindowSettings.Calendar.Period.WEEKS
            ? " from " + calendar.firstDay().name().toLowerCase(Locale.ROOT)
            : "";
    return "windows of "
        + calendar.period().name().toLowerCase(Locale.ROOT)
        + first
        + " in "
        + calendar.zone().getId()
        + bounds(calendar.endInclusive());
  }

  private static String session(WindowSettings.Session session) {
    String max =
        session.max() == null
            ? ""
            : ", at most "
                + Durations.print(session.max())
                + (session.cutOnGrid() ? ", cut at multiples of that" : "");
    return "sessions with gaps up to " + Durations.print(session.gap()) + max;
  }

  private static String bounds(boolean endInclusive) {
    return endInclusive ? ", (s,e]" : ", [s,e)";
  }
}
