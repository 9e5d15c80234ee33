package io.tidemark.testkit.simulation;

import io.tidemark.core.window.CountWindows;
import io.tidemark.core.window.LimitedSessionWindows;
import io.tidemark.core.window.SlidingWindows;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.simulation.WindowOracle.Bounds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The windows of one key that depend on the order of its elements, in the plainest way. */
final class MomentOracle {
  private MomentOracle() {}

  /** What is in each window; elements come in canonical order. */
  static Map<Bounds, List<Object>> contents(Windows windows, List<Oracle.Timed> elements) {
    TreeMap<Long, List<Object>> moments = new TreeMap<>();
    for (Oracle.Timed element : elements) {
      moments.computeIfAbsent(element.micros(), any -> new ArrayList<>()).add(element.value());
    }
    Map<Bounds, List<Object>> contents = new LinkedHashMap<>();
    for (Bounds bounds : bounds(windows, moments)) {
      List<Object> inside = new ArrayList<>();
      moments
          .subMap(
              bounds.start(),
              !bounds.inclusive() || isSession(windows),
              bounds.end(),
              bounds.inclusive())
          .values()
          .forEach(inside::addAll);
      if (!inside.isEmpty()) {
        contents.put(bounds, inside);
      }
    }
    return contents;
  }

  private static boolean isSession(Windows windows) {
    return windows instanceof LimitedSessionWindows;
  }

  private static List<Bounds> bounds(Windows windows, NavigableMap<Long, List<Object>> moments) {
    if (windows instanceof CountWindows count) {
      List<Long> times = List.copyOf(moments.keySet());
      List<Bounds> all = new ArrayList<>();
      for (int last = count.starts() - 1; last < times.size(); last++) {
        all.add(new Bounds(times.get(last - count.starts() + 1), times.get(last) + 1, false));
      }
      return all;
    } else if (windows instanceof SlidingWindows sliding) {
      return sliding(sliding, moments);
    } else if (windows instanceof LimitedSessionWindows sessions) {
      return sessions(sessions, moments);
    }
    throw new AssertionError("no oracle for " + windows);
  }

  private static List<Bounds> sliding(
      SlidingWindows windows, NavigableMap<Long, List<Object>> moments) {
    List<Bounds> all = new ArrayList<>();
    for (long time : moments.keySet()) {
      all.add(new Bounds(time - windows.sizeMicros(), time, true));
      if (windows.exits()) {
        all.add(new Bounds(time, time + windows.sizeMicros(), true));
      }
    }
    return all;
  }

  private static List<Bounds> sessions(
      LimitedSessionWindows windows, NavigableMap<Long, List<Object>> moments) {
    List<Bounds> all = new ArrayList<>();
    Long first = moments.isEmpty() ? null : moments.firstKey();
    while (first != null) {
      long max = windows.maxMicros();
      long cut = first + max;
      while (windows.onGrid() && cut % max != 0) {
        cut++;
      }
      long end = first + windows.gapMicros();
      for (long time : moments.subMap(first, cut).keySet()) {
        end = time <= end ? time + windows.gapMicros() : end;
      }
      boolean isCut = cut <= end;
      all.add(new Bounds(first, isCut ? cut : end, !isCut));
      first = isCut ? moments.ceilingKey(cut) : moments.higherKey(end);
    }
    return all;
  }
}
