package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rows of windows by their definitions, from all elements, with no state. */
final class WindowDefinitions {
  record Element(long micros, long key, double value) {}

  record Row(long end, long start, long key, List<Object> values) {}

  /** A row and its assigned time. */
  private record Timed(long time, Row row) {}

  private WindowDefinitions() {}

  /** The rows in canonical order. */
  static List<Row> byDefinition(Windows windows, List<Element> elements) {
    List<Timed> rows = timed(windows, elements);
    rows.sort(
        Comparator.comparingLong(Timed::time)
            .thenComparingLong(timed -> timed.row.end)
            .thenComparingLong(timed -> timed.row.start)
            .thenComparingLong(timed -> timed.row.key)
            .thenComparing(timed -> String.valueOf(timed.row.values.get(0))));
    return rows.stream().map(Timed::row).toList();
  }

  private static List<Timed> timed(Windows windows, List<Element> elements) {
    List<Timed> rows = new ArrayList<>();
    if (windows instanceof SeveralWindows several) {
      for (NamedWindows one : several.all()) {
        for (Timed timed : timed(one.windows(), elements)) {
          List<Object> values = new ArrayList<>(List.of(one.name()));
          values.addAll(timed.row.values);
          Row row = timed.row;
          rows.add(new Timed(timed.time, new Row(row.end, row.start, row.key, values)));
        }
      }
      return rows;
    }
    Map<Long, List<Element>> keys = new TreeMap<>();
    elements.forEach(
        element -> keys.computeIfAbsent(element.key, key -> new ArrayList<>()).add(element));
    keys.values().forEach(of -> ofKey(windows, of, rows));
    return rows;
  }

  private static void ofKey(Windows windows, List<Element> elements, List<Timed> rows) {
    if (windows instanceof SessionWindows sessions) {
      sessions(sessions.gapMicros(), Time.MAX, false, elements, rows);
    } else if (windows instanceof LimitedSessionWindows limited) {
      sessions(limited.gapMicros(), limited.maxMicros(), limited.onGrid(), elements, rows);
    } else if (windows instanceof SlidingWindows sliding) {
      sliding(sliding, elements, rows);
    } else if (windows instanceof CountWindows count) {
      counts(count, elements, rows);
    } else if (windows instanceof PartialWindows partial) {
      partial(partial, WindowBounds.of(partial.of()), elements, rows);
    } else if (windows instanceof FilledWindows filled) {
      filled(filled, elements, rows);
    } else {
      bounds(WindowBounds.of(windows), elements, rows);
    }
  }

  /** Of each window with elements, the empty ones that follow it, each a hop after the other. */
  private static void filled(FilledWindows windows, List<Element> elements, List<Timed> rows) {
    WindowBounds bounds = WindowBounds.of(windows.of());
    List<Timed> some = new ArrayList<>();
    bounds(bounds, elements, some);
    rows.addAll(some);
    TreeSet<Long> ends = new TreeSet<>();
    some.forEach(timed -> ends.add(timed.row.end));
    for (long after : ends) {
      BigInteger end = big(after);
      for (int i = 0; i < windows.inARow(); i++) {
        end = end.add(big(windows.of().hopMicros()));
        if (end.compareTo(big(Time.MAX)) >= 0 || ends.contains(end.longValueExact())) {
          break;
        }
        long of = end.longValueExact();
        long start =
            end.subtract(big(windows.of().sizeMicros())).max(big(Time.MIN)).longValueExact();
        List<Object> nothing = Arrays.asList(0L, null, null);
        rows.add(
            new Timed(
                bounds.resultTimeMicros(of), new Row(of, start, elements.get(0).key, nothing)));
      }
    }
  }

  /** Of each window, what has come by each of its ends. */
  private static void partial(
      PartialWindows partial, WindowBounds windows, List<Element> elements, List<Timed> rows) {
    Map<List<Long>, List<Element>> contents = new LinkedHashMap<>();
    for (Element element : elements) {
      long place = windows.place(element.micros);
      boolean beyond = windows.overlap() && reachesBeyond(partial, place);
      for (long back = 0; back < (beyond ? 0 : windows.count(place)); back++) {
        BigInteger start = big(windows.start(place, back));
        BigInteger end = big(windows.end(place, back));
        for (BigInteger cut = end;
            cut.compareTo(big(place)) > 0;
            cut = before(cut, start, big(partial.everyMicros()))) {
          long isFinal = cut.equals(end) ? 1 : 0;
          contents
              .computeIfAbsent(
                  List.of(start.longValueExact(), cut.longValueExact(), isFinal),
                  any -> new ArrayList<>())
              .add(element);
        }
      }
    }
    contents.forEach(
        (window, inside) -> {
          List<Object> values = new ArrayList<>(List.of(window.get(2) == 1));
          values.addAll(values(inside));
          long end = window.get(1);
          rows.add(
              new Timed(
                  windows.resultTimeMicros(end),
                  new Row(end, window.get(0), inside.get(0).key, values)));
        });
  }

  /** Whether a window of the place's pane, or the one beside it, could reach beyond the axis. */
  private static boolean reachesBeyond(PartialWindows partial, long place) {
    FixedWindows windows = (FixedWindows) partial.of();
    BigInteger every = big(partial.everyMicros());
    BigInteger low =
        big(place).subtract(big(place).subtract(big(windows.offsetMicros())).mod(every));
    BigInteger far = big(windows.sizeMicros()).add(big(windows.hopMicros())).add(every);
    return low.subtract(far).compareTo(big(Time.MIN + 1)) < 0
        || low.add(far).compareTo(big(Time.MAX - 1)) > 0;
  }

  /** The last time before the cut that is a whole number of periods after the start. */
  private static BigInteger before(BigInteger cut, BigInteger start, BigInteger every) {
    return cut.subtract(BigInteger.ONE).subtract(start).divide(every).multiply(every).add(start);
  }

  private static void bounds(WindowBounds windows, List<Element> elements, List<Timed> rows) {
    Map<List<Long>, List<Element>> contents = new TreeMap<>(Comparator.comparing(List::toString));
    for (Element element : elements) {
      long place = windows.place(element.micros);
      for (long back = 0; back < windows.count(place); back++) {
        contents
            .computeIfAbsent(
                List.of(windows.start(place, back), windows.end(place, back)),
                any -> new ArrayList<>())
            .add(element);
      }
    }
    contents.forEach(
        (window, inside) ->
            add(
                window.get(0),
                window.get(1),
                windows.resultTimeMicros(window.get(1)),
                inside,
                rows));
  }

  /** Cut where, among all times in order, one is too far from the one before, or from the first. */
  private static void sessions(
      long gap, long max, boolean onGrid, List<Element> elements, List<Timed> rows) {
    List<Element> sorted = new ArrayList<>(elements);
    sorted.sort(Comparator.comparingLong(Element::micros));
    List<Element> session = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      session.add(sorted.get(i));
      BigInteger end = big(sorted.get(i).micros).add(big(gap));
      BigInteger cut = cut(big(session.get(0).micros), big(max), onGrid);
      if (i + 1 == sorted.size()
          || big(sorted.get(i + 1).micros).compareTo(end) > 0
          || big(sorted.get(i + 1).micros).compareTo(cut) >= 0) {
        long ends = end.min(cut).min(big(Time.MAX)).longValueExact();
        boolean isCut = cut.compareTo(end) <= 0 || ends == Time.MAX;
        add(session.get(0).micros, ends, isCut ? ends - 1 : ends, session, rows);
        session = new ArrayList<>();
      }
    }
  }

  private static BigInteger cut(BigInteger first, BigInteger max, boolean onGrid) {
    BigInteger cut = first.add(max);
    while (onGrid && cut.mod(max).signum() != 0) {
      cut = cut.add(BigInteger.ONE);
    }
    return cut;
  }

  private static BigInteger big(long micros) {
    return BigInteger.valueOf(micros);
  }

  private static void sliding(SlidingWindows windows, List<Element> elements, List<Timed> rows) {
    TreeSet<BigInteger> changes = new TreeSet<>();
    for (Element element : elements) {
      changes.add(big(element.micros));
      if (windows.exits()) {
        changes.add(big(element.micros).add(big(windows.sizeMicros())));
      }
    }
    for (BigInteger at : changes.headSet(big(Time.MAX))) {
      BigInteger start = at.subtract(big(windows.sizeMicros()));
      List<Element> inside = new ArrayList<>();
      for (Element element : elements) {
        BigInteger time = big(element.micros);
        if (time.compareTo(start) > 0 && time.compareTo(at) <= 0) {
          inside.add(element);
        }
      }
      if (!inside.isEmpty()) {
        long from = start.max(big(Time.MIN)).longValueExact();
        add(from, at.longValueExact(), at.longValueExact(), inside, rows);
      }
    }
  }

  private static void counts(CountWindows windows, List<Element> elements, List<Timed> rows) {
    List<Long> times = elements.stream().map(Element::micros).distinct().sorted().toList();
    for (int from = 0; from + windows.starts() <= times.size(); from++) {
      long first = times.get(from);
      long last = times.get(from + windows.starts() - 1);
      List<Element> inside =
          elements.stream().filter(e -> e.micros >= first && e.micros <= last).toList();
      add(first, last + 1, last, inside, rows);
    }
  }

  private static void add(long start, long end, long time, List<Element> inside, List<Timed> rows) {
    rows.add(new Timed(time, new Row(end, start, inside.get(0).key, values(inside))));
  }

  private static List<Object> values(List<Element> elements) {
    BigDecimal sum = BigDecimal.ZERO;
    double least = Double.POSITIVE_INFINITY;
    for (Element element : elements) {
      sum = sum.add(new BigDecimal(element.value()));
      least = Math.min(least, element.value());
    }
    return List.of((long) elements.size(), sum.doubleValue(), least);
  }
}
