package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.Message;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.ScriptedSource;
import io.tidemark.testkit.simulation.Readings.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for any readings, shown by the entities of a whole pipeline. */
class PipelineLawsTest {
  private static Duration ticks(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }

  private static final Windows WINDOWS = Windows.hopping(ticks(20), ticks(15));

  /** Longer than an idle tick, so that a partition estimates its arrival clock. */
  private static final long IDLE_MICROS = 2_000_000;

  private static TimePolicy policy(OnViolation action) {
    return TimePolicy.defaults()
        .early(ticks(20), action)
        .late(ticks(20), action)
        .outOfOrder(ticks(20), action);
  }

  /** In the order of their arrival, dealt out to two partitions by sensor. */
  private static ScriptedSource source(List<Reading> readings) {
    List<List<Reading>> partitions = List.of(new ArrayList<>(), new ArrayList<>());
    for (Reading reading : readings) {
      partitions.get(partition(reading)).add(reading);
    }
    return new ScriptedSource(partitions);
  }

  private static int partition(Reading reading) {
    return reading.sensor().hashCode() % 2;
  }

  private static Lockstep completed(Lockstep pipeline) {
    for (int second = 0; second < 600 && !pipeline.isComplete(); second++) {
      pipeline.pass(1_000_000);
    }
    assertThat(pipeline.failures()).isEmpty();
    assertThat(pipeline.isComplete()).isTrue();
    return pipeline;
  }

  @Provide
  Arbitrary<List<Reading>> readings() {
    Arbitrary<Long> times = Arbitraries.longs().between(-100, 100);
    return Combinators.combine(Arbitraries.of("a", "b", "c"), times, times)
        .as(Reading::new)
        .list()
        .ofMaxSize(40);
  }

  /** Up to the tolerance, which they often reach. */
  @Provide
  Arbitrary<List<Long>> delays() {
    Arbitrary<Long> any = Arbitraries.longs().between(0, 20);
    return Arbitraries.oneOf(any, Arbitraries.of(0L, 20L)).list().ofSize(30);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void anOrderOfArrivalWithinTheTolerancesChangesNoWindow(
      @ForAll @From("delays") List<Long> delays,
      @ForAll @From("delays") List<Long> otherDelays,
      @ForAll @IntRange(min = 1, max = 7) int apart,
      @ForAll boolean substreams) {
    Lockstep one = completed(delayed(delays, apart, substreams));
    Lockstep other = completed(delayed(otherDelays, apart, substreams));

    assertThat(one.rows("rows")).isNotEmpty().isEqualTo(other.rows("rows"));
    assertThat(one.rows("rejected")).isEmpty();
    assertThat(other.rows("rejected")).isEmpty();
  }

  /** Thirty readings, each arriving after its delay; the last of one moment comes first. */
  private static Lockstep delayed(List<Long> delays, int apart, boolean substreams) {
    List<Reading> readings = new ArrayList<>();
    for (int i = delays.size() - 1; i >= 0; i--) {
      long at = (long) i * apart;
      readings.add(new Reading("abc".substring(i % 3, i % 3 + 1), at, at + delays.get(i)));
    }
    readings.sort(Comparator.comparing(Reading::arrivalMicros));
    return new Lockstep(
        Readings.counted(source(readings), policy(OnViolation.DROP), substreams, WINDOWS), 0);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void whereBatchesEndChangesNoRow(
      @ForAll @From("readings") List<Reading> readings,
      @ForAll OnViolation action,
      @ForAll boolean substreams,
      @ForAll @IntRange(min = 1, max = 12) int batchSize) {
    TimePolicy policy = policy(action == OnViolation.PASS ? OnViolation.DROP : action);
    Lockstep whole =
        completed(
            new Lockstep(Readings.counted(source(readings), policy, substreams, WINDOWS, 100), 0));
    Lockstep split =
        completed(
            new Lockstep(
                Readings.counted(source(readings), policy, substreams, WINDOWS, batchSize), 0));

    assertThat(split.rows("rows")).isEqualTo(whole.rows("rows"));
    assertThat(split.rows("rejected")).isEqualTo(whole.rows("rejected"));
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void aReplayGivesTheStateOfTheLiving(
      @ForAll @From("readings") List<Reading> readings, @ForAll boolean substreams) {
    Lockstep pipeline =
        new Lockstep(
            Readings.counted(source(readings), policy(OnViolation.DROP), substreams, WINDOWS), 0);
    Replays replays = new Replays(pipeline);

    completed(pipeline.witnessed(replays));

    assertThat(replays.compared()).isPositive();
  }

  /** The readings come in parts, each about the moment it comes at; partitions are idle between. */
  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void aReplayGivesTheStateOfTheLivingWhereTheSourceFollows(
      @ForAll @From("readings") List<Reading> readings,
      @ForAll OnViolation action,
      @ForAll boolean substreams,
      @ForAll boolean crashes,
      @ForAll @Size(4) List<@IntRange(min = 0, max = 10) Integer> parts) {
    TimePolicy policy = policy(action == OnViolation.PASS ? OnViolation.DROP : action);
    GrowingSource source = new GrowingSource(2);
    Lockstep pipeline = new Lockstep(Readings.counted(source, policy, substreams, WINDOWS), 0);
    Replays replays = new Replays(pipeline);
    pipeline.witnessed(replays);
    int from = 0;
    for (int part : parts) {
      int to = Math.min(readings.size(), from + part);
      for (Reading reading : readings.subList(from, to)) {
        source.add(partition(reading), reading.later(pipeline.nowMicros()));
      }
      pipeline.pass(IDLE_MICROS);
      if (crashes) {
        pipeline.crash();
      }
      from = to;
    }
    source.end();
    completed(pipeline);

    assertThat(replays.compared()).isPositive();
    assertThat(replays.ofEstimates()).isPositive();
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void whatAMemberIsToldOfProgressUnderOneGenerationNeverGoesBack(
      @ForAll @From("readings") List<Reading> readings,
      @ForAll boolean substreams,
      @ForAll @Size(3) List<@IntRange(min = 0, max = 10) Integer> parts) {
    GrowingSource source = new GrowingSource(1);
    Lockstep pipeline =
        new Lockstep(Readings.counted(source, policy(OnViolation.ADJUST), substreams, WINDOWS), 0);
    int from = 0;
    for (int part : parts) {
      int to = Math.min(readings.size(), from + part);
      source.add(0, readings.subList(from, to).toArray());
      pipeline.pass(1_000_000);
      pipeline.crash();
      from = to;
    }
    source.end();
    completed(pipeline);

    Map<List<Object>, Long> largest = new HashMap<>();
    for (Lockstep.Heard heard : pipeline.progress()) {
      Message.Progress progress = heard.progress();
      Long before =
          largest.put(List.of(heard.receiver(), progress.generation()), progress.progressMicros());
      assertThat(progress.progressMicros())
          .as(heard.receiver().name())
          .isGreaterThanOrEqualTo(before == null ? Long.MIN_VALUE : before);
    }
    assertThat(largest).isNotEmpty();
  }
}
