package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.AdmittedStage;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.SourceTime;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.ScriptedSource;
import io.tidemark.testkit.simulation.Readings.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The first and the last value of a window are those in canonical order, in whole pipelines. Times
 * are few, so that most elements share theirs; the arrival of a reading is its value, and is
 * another one for each.
 */
class FirstAndLastTest {
  private static final Key<Reading, String> SENSOR = Key.of("sensor", Reading::sensor);
  private static final long SIZE = 10;
  private static final Windows TENS = Windows.tumbling(micros(SIZE));

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }

  private static List<List<Reading>> partitions(int count, long seed) {
    Random random = new Random(seed);
    List<List<Reading>> partitions = new ArrayList<>();
    long value = 0;
    for (int i = 0; i < count; i++) {
      List<Reading> readings = new ArrayList<>();
      for (int k = 0; k < 40; k++) {
        long at = k / 4 * 4L + random.nextInt(3);
        readings.add(new Reading("abc".substring(k % 3, k % 3 + 1), at, value++));
      }
      partitions.add(readings);
    }
    return partitions;
  }

  @SuppressWarnings("unchecked")
  static AdmittedStage<Reading> readings(
      PipelineDraft draft, String name, List<List<Reading>> partitions, boolean substreams) {
    Source<Reading> source = (Source<Reading>) (Source<?>) new ScriptedSource(partitions);
    SourceTime<Reading> time =
        TimePolicy.eventTimeMicros(Reading::eventMicros).outOfOrder(micros(20));
    return draft
        .source(name, source)
        .codec((Codec<Reading>) (Codec<?>) Readings.CODEC)
        .time(substreams ? time.substreams(SENSOR) : time);
  }

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("the simulation writes by itself");
  }

  private static List<String> print(List<Object> rows) {
    return rows.stream()
        .map(row -> (WindowResult<?>) row)
        .map(row -> row.startMicros() + " " + row.key() + " " + row.values())
        .toList();
  }

  /** By definition: sources by name, then partitions, then as they stand there. */
  private static List<String> expected(List<List<Reading>> inCanonicalOrder) {
    List<Reading> all = new ArrayList<>();
    inCanonicalOrder.forEach(all::addAll);
    all.sort(Comparator.comparingLong(Reading::eventMicros));
    List<String> rows = new ArrayList<>();
    for (long start = 0; start < 60; start += SIZE) {
      for (String sensor : List.of("a", "b", "c")) {
        long from = start;
        List<Long> values =
            all.stream()
                .filter(reading -> reading.sensor().equals(sensor))
                .filter(reading -> Math.floorDiv(reading.eventMicros(), SIZE) * SIZE == from)
                .map(Reading::arrivalMicros)
                .toList();
        if (!values.isEmpty()) {
          Long last = values.get(values.size() - 1);
          rows.add(start + " " + sensor + " " + List.of(values.get(0), last, values.size()));
        }
      }
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "1, true", "3, true"})
  void areThoseInTheOrderOfPartitionsAndOffsets(int count, boolean substreams) {
    List<List<Reading>> partitions = partitions(count, 5);
    Pipeline pipeline =
        Pipeline.named(
            "edges",
            p ->
                readings(p, "readings", partitions, substreams)
                    .keyBy(SENSOR)
                    .window(TENS)
                    .aggregate(
                        "edges",
                        Aggregates.first(Reading::arrivalMicros),
                        Aggregates.last(Reading::arrivalMicros),
                        Aggregates.count())
                    .toWriter("rows", FirstAndLastTest::noWriter));
    boolean inside = new Plan(pipeline).runsInSubstreams(pipeline.streams().get(0));

    assertThat(inside).isEqualTo(substreams && count == 1);
    assertThat(print(EachRun.rows(() -> pipeline))).isEqualTo(expected(partitions));
  }

  @Test
  void areThoseInTheOrderOfTheNamesOfSources() {
    List<List<Reading>> some = partitions(2, 6);
    List<List<Reading>> others = partitions(1, 7);
    Pipeline pipeline =
        Pipeline.named(
            "union",
            p ->
                p.union(
                        readings(p, "some", some, false).filter(any -> true),
                        readings(p, "others", others, false))
                    .keyBy(SENSOR)
                    .window(TENS)
                    .aggregate(
                        "edges",
                        Aggregates.first(Reading::arrivalMicros),
                        Aggregates.last(Reading::arrivalMicros),
                        Aggregates.count())
                    .toWriter("rows", FirstAndLastTest::noWriter));

    assertThat(print(EachRun.rows(() -> pipeline)))
        .isEqualTo(expected(List.of(others.get(0), some.get(0), some.get(1))));
  }

  /** The second reading of each two has another sensor, so pieces of one element go apart. */
  @Test
  void areThoseInTheOrderOfWhatIsMadeOfAnElement() {
    List<List<Reading>> partitions = partitions(2, 9);
    Pipeline pipeline =
        Pipeline.named(
            "pieces",
            p ->
                readings(p, "readings", partitions, false)
                    .flatMap(FirstAndLastTest::pieces)
                    .keyBy(SENSOR)
                    .window(TENS)
                    .aggregate(
                        "edges",
                        Aggregates.first(Reading::arrivalMicros),
                        Aggregates.last(Reading::arrivalMicros),
                        Aggregates.count())
                    .toWriter("rows", FirstAndLastTest::noWriter));
    List<List<Reading>> made =
        partitions.stream()
            .map(all -> all.stream().flatMap(one -> pieces(one).stream()).toList())
            .toList();

    assertThat(print(EachRun.rows(() -> pipeline))).isEqualTo(expected(made));
  }

  private static List<Reading> pieces(Reading of) {
    List<Reading> pieces = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String sensor = "abc".substring(i % 2, i % 2 + 1);
      // Not in the order of their values: the order is that in which they are given.
      pieces.add(new Reading(sensor, of.eventMicros(), of.arrivalMicros() * 10 + (7 * i) % 5));
    }
    return pieces;
  }

  @Test
  void areThoseInTheOrderOfResults() {
    List<List<Reading>> partitions = partitions(2, 8);
    Pipeline pipeline =
        Pipeline.named(
            "results",
            p ->
                readings(p, "readings", partitions, false)
                    .keyBy(SENSOR)
                    .window(TENS)
                    .aggregate("counts", Aggregates.count())
                    .window(TENS)
                    .aggregate(
                        "edges",
                        Aggregates.first(WindowResult::key),
                        Aggregates.last(WindowResult::key),
                        Aggregates.sumOfLongs(
                            result -> Objects.requireNonNull(result.value(0, Long.class))))
                    .toWriter("rows", FirstAndLastTest::noWriter));

    assertThat(print(EachRun.rows(() -> pipeline)))
        .containsExactly(
            "0 [] [a, c, 21]", "10 [] [a, c, 19]", "20 [] [a, c, 21]", "30 [] [a, c, 19]");
  }
}
