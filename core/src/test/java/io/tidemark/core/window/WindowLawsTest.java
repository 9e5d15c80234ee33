package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.WindowDefinitions.Element;
import io.tidemark.core.window.WindowDefinitions.Row;
import io.tidemark.core.window.Windows.Closed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** What holds for any windows, elements, orders, steps of progress, and crashes. */
class WindowLawsTest {
  /** What one journal event holds: how many elements it covers, the rows, the changed state. */
  private record Recorded(int position, List<WindowResult<Long>> rows, ByteBuffer delta) {}

  private static Windowing<Long, Element> step(Windows windows) {
    return Windowing.of(
        "laws",
        windows,
        KeySelector.ofValues(Element::key),
        List.of(
            Aggregates.count(),
            Aggregates.sumOfDoubles(Element::value),
            Aggregates.min(Element::value)));
  }

  @Provide
  Arbitrary<Windows> windows() {
    Arbitrary<Long> lengths = Arbitraries.longs().between(1, 9);
    Arbitrary<Windows> fixed =
        Combinators.combine(
                lengths, lengths, Arbitraries.longs().between(-9, 9), Arbitraries.of(Closed.class))
            .as(FixedWindows::new);
    Arbitrary<Windows> filled =
        Combinators.combine(fixed, Arbitraries.integers().between(1, 6))
            .as((of, inARow) -> ((FixedWindows) of).withEmpty(inARow));
    Arbitrary<Long> gaps = Arbitraries.longs().between(1, 6);
    Arbitrary<Boolean> truths = Arbitraries.of(true, false);
    Arbitrary<Windows> one =
        Arbitraries.oneOf(
            fixed,
            filled,
            gaps.map(SessionWindows::new),
            Combinators.combine(gaps, lengths, truths).as(LimitedSessionWindows::new),
            Combinators.combine(lengths, truths).as(SlidingWindows::new),
            Arbitraries.integers().between(1, 4).map(CountWindows::new));
    Arbitrary<Windows> partial =
        Combinators.combine(
                lengths,
                Arbitraries.longs().between(0, 3),
                Arbitraries.of(Closed.class),
                Arbitraries.longs().between(1, 10))
            .as(
                (size, apart, closed, every) ->
                    new PartialWindows(new FixedWindows(size, size + apart, 0, closed), every));
    Arbitrary<Long> few = Arbitraries.longs().between(1, 4);
    Arbitrary<Windows> hoppingPartial =
        Combinators.combine(few, few, few, Arbitraries.of(Closed.class), lengths)
            .as(
                (every, hop, more, closed, offset) ->
                    new PartialWindows(
                        new FixedWindows(every * (hop + more), every * hop, offset, closed),
                        every));
    Arbitrary<Windows> several =
        Combinators.combine(one, one)
            .as(
                (a, b) ->
                    new SeveralWindows(List.of(Windows.named("z", a), Windows.named("é", b))));
    return Arbitraries.oneOf(one, one, partial, hoppingPartial, several);
  }

  @Provide
  Arbitrary<List<Element>> elements() {
    Arbitrary<Long> times =
        Arbitraries.frequencyOf(
            Tuple.of(20, Arbitraries.longs().between(-20, 20)),
            Tuple.of(1, Arbitraries.longs().between(Time.MIN + 1, Time.MIN + 9)),
            Tuple.of(1, Arbitraries.longs().between(Time.MAX - 9, Time.MAX - 1)));
    Arbitrary<Double> values = Arbitraries.of(0.1, 1e17, -1e17, 3.0, -0.0);
    return Combinators.combine(times, Arbitraries.longs().between(0, 3), values)
        .as(Element::new)
        .list()
        .ofMaxSize(40);
  }

  private static List<Row> rows(List<WindowResult<Long>> results) {
    List<Row> rows = new ArrayList<>();
    for (WindowResult<Long> result : results) {
      List<Object> values = new ArrayList<>();
      result.values().forEach(value -> values.add(String.valueOf(value)));
      rows.add(new Row(result.endMicros(), result.startMicros(), result.key(), values));
    }
    return rows;
  }

  private static List<Row> printed(List<Row> rows) {
    List<Row> printed = new ArrayList<>();
    for (Row row : rows) {
      List<Object> values = new ArrayList<>();
      row.values().forEach(value -> values.add(String.valueOf(value)));
      printed.add(new Row(row.end(), row.start(), row.key(), values));
    }
    return printed;
  }

  /** Progress that the elements from the position on allow: none of them is below it. */
  private static long allowed(List<Element> elements, int position) {
    long least = Time.MAX;
    for (Element element : elements.subList(position, elements.size())) {
      least = Math.min(least, element.micros());
    }
    return least;
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void anyOrderAndAnyStepsOfProgressGiveTheRowsOfTheDefinition(
      @ForAll @From("windows") Windows windows,
      @ForAll @From("elements") List<Element> elements,
      @ForAll long seed) {
    Random random = new Random(seed);
    Windowing<Long, Element> step = step(windows);
    List<WindowResult<Long>> results = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      step.accept(elements.get(i).micros(), elements.get(i));
      long progress = allowed(elements, i + 1);
      if (random.nextInt(3) > 0 && progress != Time.MAX) {
        results.addAll(fire(step, progress, 1 + random.nextInt(3)));
      }
    }
    results.addAll(fire(step, Time.MAX, 1 + random.nextInt(3)));

    assertThat(rows(results)).isEqualTo(printed(WindowDefinitions.byDefinition(windows, elements)));
    assertThat(step.fire(Time.MAX, 0)).isEmpty();
    assertThat(step.isEmpty()).isTrue();
    assertThat(step.openEntries()).isZero();
    assertThat(step.unrecorded()).isZero();
  }

  private static List<WindowResult<Long>> fire(
      Windowing<Long, Element> step, long progress, int maxRows) {
    List<WindowResult<Long>> results = new ArrayList<>();
    while (!step.isEmpty() && step.nextDueMicros() <= progress) {
      assertThat(step.holdMicros()).isLessThan(progress);
      List<WindowResult<Long>> some = step.fire(progress, maxRows);
      assertThat(some).isNotEmpty().hasSizeLessThanOrEqualTo(maxRows);
      results.addAll(some);
    }
    assertThat(step.fire(progress, maxRows)).isEmpty();
    return results;
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void crashesAndRecoveriesChangeNothing(
      @ForAll @From("windows") Windows windows,
      @ForAll @From("elements") List<Element> elements,
      @ForAll boolean deltaFirst,
      @ForAll long seed) {
    Random random = new Random(seed);
    Journal journal = new Journal(windows, deltaFirst);
    Windowing<Long, Element> step = step(windows);
    int position = 0;
    List<WindowResult<Long>> unrecordedRows = new ArrayList<>();
    while (position < elements.size() || !step.isEmpty()) {
      int dice = random.nextInt(10);
      if (dice < 5 && position < elements.size()) {
        Element element = elements.get(position++);
        step.accept(element.micros(), element);
      } else if (dice < 7) {
        unrecordedRows.addAll(step.fire(allowed(elements, position), 1 + random.nextInt(4)));
      } else if (dice < 9) {
        journal.record(position, unrecordedRows, step);
        unrecordedRows = new ArrayList<>();
        if (random.nextInt(3) == 0) {
          journal.snapshot(step);
        }
      } else {
        step = journal.recover();
        position = journal.position();
        unrecordedRows = new ArrayList<>();
      }
    }
    journal.record(position, unrecordedRows, step);

    assertThat(rows(journal.rows()))
        .isEqualTo(printed(WindowDefinitions.byDefinition(windows, elements)));
  }

  /** What survives a crash. */
  private static final class Journal {
    private final Windows windows;
    private final boolean deltaFirst;
    private final List<Recorded> events = new ArrayList<>();
    private byte[] snapshot;
    private int snapshotAt;
    private byte[] live;

    Journal(Windows windows, boolean deltaFirst) {
      this.windows = windows;
      this.deltaFirst = deltaFirst;
      this.snapshot = Bytes.write(step(windows)::writeAll);
      this.live = snapshot;
    }

    void record(int position, List<WindowResult<Long>> rows, Windowing<Long, Element> step) {
      events.add(new Recorded(position, rows, ByteBuffer.wrap(Bytes.write(step::writeDelta))));
      assertThat(step.unrecorded()).isZero();
      live = Bytes.write(step::writeAll);
    }

    void snapshot(Windowing<Long, Element> step) {
      snapshot = Bytes.write(step::writeAll);
      snapshotAt = events.size();
    }

    int position() {
      return events.isEmpty() ? 0 : events.get(events.size() - 1).position();
    }

    List<WindowResult<Long>> rows() {
      List<WindowResult<Long>> rows = new ArrayList<>();
      events.forEach(event -> rows.addAll(event.rows()));
      return rows;
    }

    Windowing<Long, Element> recover() {
      Windowing<Long, Element> step = step(windows);
      read(step, snapshot);
      for (Recorded event : events.subList(snapshotAt, events.size())) {
        if (deltaFirst) {
          read(step, event.delta().array());
        }
        event.rows().forEach(step::remove);
        if (!deltaFirst) {
          read(step, event.delta().array());
        }
      }
      assertThat(Bytes.write(step::writeAll)).isEqualTo(live);
      assertThat(step.unrecorded()).isZero();
      return step;
    }

    private static void read(Windowing<Long, Element> step, byte[] bytes) {
      Bytes.<Object>read(
          bytes,
          in -> {
            step.readInto(in);
            return step;
          });
    }
  }
}
