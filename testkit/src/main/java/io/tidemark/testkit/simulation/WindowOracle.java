package io.tidemark.testkit.simulation;

import io.tidemark.core.pipeline.WindowWork;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.CalendarWindows;
import io.tidemark.core.window.FixedWindows;
import io.tidemark.core.window.NamedWindows;
import io.tidemark.core.window.PartialWindows;
import io.tidemark.core.window.SessionWindows;
import io.tidemark.core.window.SeveralWindows;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The windows of one key, in the plainest way: all elements are there, in order, and each window is
 * held against each.
 */
final class WindowOracle {
  /** Where a window is, and whether an element at its end belongs to it. */
  record Bounds(long start, long end, boolean inclusive) {}

  private WindowOracle() {}

  /**
   * The results, in no order.
   *
   * @param elements in canonical order
   * @param reachedMicros where progress ends: what is not final there is discarded
   */
  // Nullness of a record's type arguments is lost when the record comes from another module.
  @SuppressWarnings("NullAway")
  static List<Oracle.Timed> results(
      WindowWork work, Object key, List<Oracle.Timed> elements, long reachedMicros) {
    if (work.windows() instanceof SeveralWindows several) {
      return results(work, several, key, elements, reachedMicros);
    }
    boolean partial = work.windows() instanceof PartialWindows;
    Map<Bounds, List<Object>> contents =
        work.windows() instanceof PartialWindows windows
            ? partial(windows, elements)
            : contents(work.windows(), elements);
    List<Oracle.Timed> results = new ArrayList<>();
    contents.forEach(
        (bounds, values) -> {
          if (Time.plus(bounds.end, bounds.inclusive ? 1 : 0) <= reachedMicros) {
            List<@Nullable Object> row = new ArrayList<>(aggregate(work, values));
            if (partial) {
              row.add(
                  0,
                  contents(((PartialWindows) work.windows()).of(), elements).containsKey(bounds));
            }
            results.add(
                new Oracle.Timed(
                    bounds.inclusive ? bounds.end : Time.minus(bounds.end, 1),
                    new WindowResult<>(bounds.start, bounds.end, key, row)));
          }
        });
    return results;
  }

  /** What is in each window, and by the end of each period in it. */
  private static Map<Bounds, List<Object>> partial(
      PartialWindows windows, List<Oracle.Timed> elements) {
    Map<Bounds, List<Object>> whole = contents(windows.of(), elements);
    Map<Bounds, List<Object>> all = new LinkedHashMap<>(whole);
    for (Bounds bounds : whole.keySet()) {
      for (long end = bounds.start + windows.everyMicros();
          end < bounds.end;
          end += windows.everyMicros()) {
        long last = bounds.inclusive ? end : end - 1;
        List<Oracle.Timed> by = elements.stream().filter(e -> e.micros() <= last).toList();
        List<Object> values = contents(windows.of(), by).get(bounds);
        if (values != null) {
          all.put(new Bounds(bounds.start, end, bounds.inclusive), values);
        }
      }
    }
    return all;
  }

  /** Those of each windows by themselves, with the name before the values. */
  @SuppressWarnings("NullAway")
  private static List<Oracle.Timed> results(
      WindowWork work,
      SeveralWindows several,
      Object key,
      List<Oracle.Timed> elements,
      long reachedMicros) {
    List<Oracle.Timed> results = new ArrayList<>();
    for (NamedWindows one : several.all()) {
      WindowWork alone = new WindowWork(work.key(), one.windows(), work.aggregates());
      for (Oracle.Timed timed : results(alone, key, elements, reachedMicros)) {
        WindowResult<?> row = (WindowResult<?>) timed.value();
        List<@Nullable Object> values = new ArrayList<>(List.of(one.name()));
        values.addAll(row.values());
        results.add(
            new Oracle.Timed(
                timed.micros(),
                new WindowResult<>(row.startMicros(), row.endMicros(), key, values)));
      }
    }
    return results;
  }

  /**
   * The order of results: their time, window end and start, key, and of several windows the name.
   */
  static Comparator<Oracle.Timed> order(WindowWork work) {
    Comparator<WindowResult<?>> rows =
        Comparator.<WindowResult<?>>comparingLong(WindowResult::endMicros)
            .thenComparingLong(WindowResult::startMicros)
            .thenComparing(WindowResult::key, work.key().order());
    if (work.windows() instanceof SeveralWindows) {
      rows = rows.thenComparing(row -> String.valueOf(row.values().get(0)));
    }
    return Comparator.comparingLong(Oracle.Timed::micros)
        .thenComparing(timed -> (WindowResult<?>) timed.value(), rows);
  }

  private static Map<Bounds, List<Object>> contents(Windows windows, List<Oracle.Timed> elements) {
    if (windows instanceof SessionWindows sessions) {
      return contents(sessions, elements);
    } else if (!(windows instanceof FixedWindows || windows instanceof CalendarWindows)) {
      return MomentOracle.contents(windows, elements);
    }
    Map<Bounds, List<Object>> contents = new LinkedHashMap<>();
    for (Oracle.Timed element : elements) {
      List<Bounds> candidates =
          windows instanceof FixedWindows fixed
              ? around(fixed, element.micros())
              : around((CalendarWindows) windows, element.micros());
      for (Bounds bounds : candidates) {
        boolean left = bounds.start <= element.micros() && element.micros() < bounds.end;
        boolean right = bounds.start < element.micros() && element.micros() <= bounds.end;
        if (bounds.inclusive ? right : left) {
          contents.computeIfAbsent(bounds, any -> new ArrayList<>()).add(element.value());
        }
      }
    }
    return contents;
  }

  /** Takes the first element left, then all within the gap of one taken, until there is none. */
  private static Map<Bounds, List<Object>> contents(
      SessionWindows windows, List<Oracle.Timed> elements) {
    Map<Bounds, List<Object>> contents = new LinkedHashMap<>();
    List<Oracle.Timed> left = new ArrayList<>(elements);
    while (!left.isEmpty()) {
      List<Oracle.Timed> taken = new ArrayList<>(List.of(left.remove(0)));
      for (int i = 0; i < taken.size(); i++) {
        long micros = taken.get(i).micros();
        for (Oracle.Timed other : List.copyOf(left)) {
          if (Math.abs(other.micros() - micros) <= windows.gapMicros()) {
            taken.add(other);
            left.remove(other);
          }
        }
      }
      long first = taken.stream().mapToLong(Oracle.Timed::micros).min().orElseThrow();
      long last = taken.stream().mapToLong(Oracle.Timed::micros).max().orElseThrow();
      contents.put(
          new Bounds(first, last + windows.gapMicros(), true),
          taken.stream().map(Oracle.Timed::value).toList());
    }
    return contents;
  }

  private static List<Bounds> around(FixedWindows windows, long micros) {
    List<Bounds> all = new ArrayList<>();
    long hop = windows.hopMicros();
    long size = windows.sizeMicros();
    long base = Math.floorDiv(micros - windows.offsetMicros(), hop) * hop + windows.offsetMicros();
    for (long start = base + hop; start >= base - size - hop; start -= hop) {
      all.add(new Bounds(start, start + size, windows.closed() == Windows.Closed.RIGHT));
    }
    return all;
  }

  /** Every date of two years on which a window starts. */
  private static List<Bounds> around(CalendarWindows windows, long micros) {
    LocalDate date = LocalDate.ofInstant(Time.instant(micros), windows.zone());
    List<Long> starts = new ArrayList<>();
    for (LocalDate day = date.minusDays(370);
        !day.isAfter(date.plusDays(370));
        day = day.plusDays(1)) {
      boolean first =
          switch (windows.period()) {
            case DAY -> true;
            case WEEK -> day.getDayOfWeek() == windows.first();
            case MONTH -> day.getDayOfMonth() == 1;
            case YEAR -> day.getDayOfYear() == 1;
          };
      if (first) {
        starts.add(
            Time.micros(ZonedDateTime.of(day, LocalTime.MIDNIGHT, windows.zone()).toInstant()));
      }
    }
    List<Bounds> all = new ArrayList<>();
    for (int i = 1; i < starts.size(); i++) {
      all.add(
          new Bounds(starts.get(i - 1), starts.get(i), windows.closed() == Windows.Closed.RIGHT));
    }
    return all;
  }

  private static List<@Nullable Object> aggregate(WindowWork work, List<Object> values) {
    List<@Nullable Object> results = new ArrayList<>();
    for (Aggregate<Object, ?> aggregate : work.aggregates()) {
      results.add(one(aggregate, values));
    }
    return Collections.unmodifiableList(results);
  }

  private static <A> @Nullable Object one(Aggregate<Object, A> aggregate, List<Object> values) {
    A accumulator = aggregate.create();
    values.forEach(value -> aggregate.add(accumulator, value));
    return aggregate.result(accumulator);
  }
}
