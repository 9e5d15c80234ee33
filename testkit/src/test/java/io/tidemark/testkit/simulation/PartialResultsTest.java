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
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Partial results of hopping windows in whole pipelines. */
class PartialResultsTest {
  private static final Key<Reading, String> SENSOR = Key.of("sensor", Reading::sensor);

  private static List<List<Reading>> partitions(int count) {
    Random random = new Random(11);
    List<List<Reading>> partitions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Reading> readings = new ArrayList<>();
      for (int k = 0; k < 30; k++) {
        String sensor = "abc".substring(random.nextInt(3)).substring(0, 1);
        readings.add(new Reading(sensor, 5L * k + random.nextInt(15), 0));
      }
      partitions.add(readings);
    }
    return partitions;
  }

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("the simulation writes by itself");
  }

  private static List<WindowResult<?>> rows(
      Windows windows, List<List<Reading>> partitions, boolean substreams) {
    Pipeline pipeline =
        Pipeline.named(
            "partial",
            p ->
                FirstAndLastTest.readings(p, "readings", partitions, substreams)
                    .keyBy(SENSOR)
                    .window(windows)
                    .aggregate("counts", Aggregates.count())
                    .toWriter("rows", PartialResultsTest::noWriter));
    List<WindowResult<?>> rows = new ArrayList<>();
    EachRun.rows(() -> pipeline).forEach(row -> rows.add((WindowResult<?>) row));
    return rows;
  }

  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "1, true"})
  void thoseThatAreFinalAreTheResultsWithoutPartialOnes(int count, boolean substreams) {
    List<List<Reading>> partitions = partitions(count);
    FixedWindows windows = Windows.hopping(Duration.ofNanos(40_000), Duration.ofNanos(20_000));

    List<WindowResult<?>> plain = rows(windows, partitions, substreams);
    List<WindowResult<?>> marked =
        rows(Windows.partial(windows, Duration.ofNanos(10_000)), partitions, substreams);

    List<WindowResult<?>> whole = new ArrayList<>();
    for (WindowResult<?> row : marked) {
      if (Boolean.TRUE.equals(row.values().get(0))) {
        whole.add(
            new WindowResult<>(
                row.startMicros(), row.endMicros(), row.key(), row.values().subList(1, 2)));
      }
    }
    assertThat(whole).isEqualTo(plain);
    assertThat(marked).hasSizeGreaterThan(2 * plain.size());
  }
}
