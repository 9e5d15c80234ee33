package io.tidemark.config.assembly;

import io.tidemark.config.pipeline.WindowSettings;
import io.tidemark.core.window.CalendarWindows;
import io.tidemark.core.window.FixedWindows;
import io.tidemark.core.window.LimitedSessionWindows;
import io.tidemark.core.window.NamedWindows;
import io.tidemark.core.window.SessionWindows;
import io.tidemark.core.window.SeveralWindows;
import io.tidemark.core.window.SlidingWindows;
import io.tidemark.core.window.Windows;
import java.util.ArrayList;
import java.util.List;

/** Makes core's windows of those of a pipeline file. */
final class WindowKinds {
  private WindowKinds() {}

  static Windows of(WindowSettings window) {
    if (window instanceof WindowSettings.Fixed fixed) {
      return fixed(fixed);
    } else if (window instanceof WindowSettings.Calendar calendar) {
      CalendarWindows windows = calendar(calendar);
      return calendar.endInclusive() ? windows.endInclusive() : windows;
    } else if (window instanceof WindowSettings.Session session) {
      return session(session);
    } else if (window instanceof WindowSettings.Sliding sliding) {
      SlidingWindows windows = Windows.sliding(sliding.size());
      return sliding.onEnterOnly() ? windows.onEnterOnly() : windows;
    } else if (window instanceof WindowSettings.Count count) {
      return Windows.count(count.times());
    } else if (window instanceof WindowSettings.Snapshot) {
      return Windows.snapshot();
    } else if (window instanceof WindowSettings.Filled filled) {
      return fixed(filled.of()).withEmpty(filled.inARow());
    } else if (window instanceof WindowSettings.Partial partial) {
      return Windows.partial(of(partial.of()), partial.every());
    } else if (window instanceof WindowSettings.Several several) {
      List<NamedWindows> all = new ArrayList<>();
      several.all().forEach(one -> all.add(Windows.named(one.name(), of(one.windows()))));
      return new SeveralWindows(all);
    }
    throw new AssertionError("no such windows: " + window);
  }

  private static FixedWindows fixed(WindowSettings.Fixed fixed) {
    FixedWindows windows = Windows.hopping(fixed.size(), fixed.hop()).offset(fixed.offset());
    return fixed.endInclusive() ? windows.endInclusive() : windows;
  }

  private static Windows session(WindowSettings.Session session) {
    SessionWindows windows = Windows.session(session.gap());
    if (session.max() == null) {
      return windows;
    }
    LimitedSessionWindows limited = windows.atMost(session.max());
    return session.cutOnGrid() ? limited.cutOnGrid() : limited;
  }

  private static CalendarWindows calendar(WindowSettings.Calendar calendar) {
    return switch (calendar.period()) {
      case DAYS -> Windows.days(calendar.zone());
      case WEEKS -> Windows.weeks(calendar.zone(), calendar.firstDay());
      case MONTHS -> Windows.months(calendar.zone());
      case YEARS -> Windows.years(calendar.zone());
    };
  }
}
