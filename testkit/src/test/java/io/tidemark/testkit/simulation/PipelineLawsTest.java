package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.ScriptedSource;
import io.tidemark.testkit.simulation.Readings.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
      partitions.get(reading.sensor().hashCode() % 2).add(reading);
    }
    return new ScriptedSource(partitions);
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

  @Provide
  Arbitrary<List<Long>> delays() {
    return Arbitraries.longs().between(0, 20).list().ofSize(30);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void anOrderOfArrivalWithinTheTolerancesChangesNoWindow(
      @ForAll @From("delays") List<Long> delays,
      @ForAll @From("delays") List<Long> otherDelays,
      @ForAll boolean substreams) {
    Lockstep one = completed(delayed(delays, substreams));
    Lockstep other = completed(delayed(otherDelays, substreams));

    assertThat(one.rows("rows")).isNotEmpty().isEqualTo(other.rows("rows"));
    assertThat(one.rows("rejected")).isEmpty();
    assertThat(other.rows("rejected")).isEmpty();
  }

  /** Thirty readings, seven ticks apart, each arriving after its delay. */
  private static Lockstep delayed(List<Long> delays, boolean substreams) {
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < delays.size(); i++) {
      readings.add(new Reading("abc".substring(i % 3, i % 3 + 1), i * 7L, i * 7L + delays.get(i)));
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

  /**
   * At every moment an entity that is made again from its journal, from all of it or from a
   * snapshot on, has the state of the one that lives.
   */
  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void aReplayGivesTheStateOfTheLiving(
      @ForAll @From("readings") List<Reading> readings, @ForAll boolean substreams) {
    Lockstep pipeline =
        new Lockstep(
            Readings.counted(source(readings), policy(OnViolation.DROP), substreams, WINDOWS), 0);
    Map<EntityId, byte[]> snapshots = new HashMap<>();
    Map<EntityId, Integer> covered = new HashMap<>();
    int[] compared = new int[1];
    pipeline.witnessed(
        (id, entity, events) -> {
          if (!saysAll(events.get(events.size() - 1))) {
            return;
          }
          byte[] bytes = entity.snapshot();
          byte[] live = unordered(bytes);
          assertThat(state(pipeline.recovered(id, null, events))).as(id.name()).isEqualTo(live);
          byte[] snapshot = snapshots.get(id);
          if (snapshot != null) {
            List<Event> after = events.subList(covered.getOrDefault(id, 0), events.size());
            assertThat(state(pipeline.recovered(id, snapshot, after)))
                .as(id.name())
                .isEqualTo(live);
          }
          if (events.size() % 4 == 1) {
            snapshots.put(id, bytes);
            covered.put(id, events.size());
          }
          compared[0]++;
        });

    completed(pipeline);

    assertThat(compared[0]).isPositive();
  }

  /** Not so these: they leave out what the living has heard since of what others made durable. */
  private static boolean saysAll(Event event) {
    return !(event instanceof Event.GenerationTaken) && !(event instanceof PartitionEvent.Rested);
  }

  private static byte[] state(Entity entity) {
    return unordered(entity.snapshot());
  }

  /** The order of senders in a table of theirs is no part of a state. */
  private static byte[] unordered(byte[] state) {
    byte[] sorted = state.clone();
    Arrays.sort(sorted);
    return sorted;
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
