package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.FixedWindows;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.simulation.Readings.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Empty windows in whole pipelines: what they are depends on the elements alone. */
class EmptyWindowsTest {
  private static final Key<Reading, String> SENSOR = Key.of("sensor", Reading::sensor);
  private static final int IN_A_ROW = 3;

  private static List<List<Reading>> partitions(int count) {
    Random random = new Random(9);
    List<List<Reading>> partitions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Reading> readings = new ArrayList<>();
      long at = 0;
      for (int k = 0; k < 25; k++) {
        at += random.nextInt(8) == 0 ? 200 : random.nextInt(20);
        String sensor = "abc".substring(random.nextInt(3)).substring(0, 1);
        readings.add(new Reading(sensor, at, 0));
      }
      partitions.add(readings);
    }
    return partitions;
  }

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("the simulation writes by itself");
  }

  /** By definition, as {@code end start key count}. */
  private static List<String> expected(FixedWindows windows, List<List<Reading>> partitions) {
    List<WindowResult<String>> rows = new ArrayList<>();
    for (String sensor : List.of("a", "b", "c")) {
      TreeSet<Long> ends = new TreeSet<>();
      List<Reading> of =
          partitions.stream()
              .flatMap(List::stream)
              .filter(reading -> reading.sensor().equals(sensor))
              .toList();
      for (long end = -100; end < 3_000; end += 1) {
        long last = end;
        long start = end - windows.sizeMicros();
        boolean aligned = Math.floorMod(start, windows.hopMicros()) == 0;
        long count =
            of.stream().filter(r -> r.eventMicros() >= start && r.eventMicros() < last).count();
        if (aligned && count > 0) {
          ends.add(end);
          rows.add(new WindowResult<>(start, end, sensor, List.of(count)));
        }
      }
      for (long end : ends) {
        for (int i = 1; i <= IN_A_ROW; i++) {
          long empty = end + i * windows.hopMicros();
          if (ends.contains(empty)) {
            break;
          }
          rows.add(new WindowResult<>(empty - windows.sizeMicros(), empty, sensor, List.of(0L)));
        }
      }
    }
    rows.sort(
        Comparator.comparing((WindowResult<String> row) -> row.endMicros())
            .thenComparing(WindowResult::startMicros)
            .thenComparing(WindowResult::key));
    return print(rows);
  }

  private static List<String> print(List<?> rows) {
    return rows.stream()
        .map(row -> (WindowResult<?>) row)
        .map(row -> row.endMicros() + " " + row.startMicros() + " " + row.key() + row.values())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"1, false, 10, 10", "3, false, 20, 7", "1, true, 10, 10", "1, true, 20, 7"})
  void areTheSameInEveryRun(int count, boolean substreams, long size, long hop) {
    List<List<Reading>> partitions = partitions(count);
    FixedWindows windows =
        Windows.hopping(Duration.ofNanos(size * 1_000), Duration.ofNanos(hop * 1_000));
    Pipeline pipeline =
        Pipeline.named(
            "filled",
            p ->
                FirstAndLastTest.readings(p, "readings", partitions, substreams)
                    .keyBy(SENSOR)
                    .window(windows.withEmpty(IN_A_ROW))
                    .aggregate("counts", Aggregates.count())
                    .toWriter("rows", EmptyWindowsTest::noWriter));

    assertThat(print(EachRun.rows(() -> pipeline))).isEqualTo(expected(windows, partitions));
  }
}
