package io.tidemark.benchmarks.beam;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.nexmark.Event;
import io.tidemark.benchmarks.nexmark.InMemory;
import io.tidemark.benchmarks.nexmark.Query;
import io.tidemark.benchmarks.nexmark.Streams;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.testkit.simulation.Faults;
import io.tidemark.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each query gives the same rows in the same order for any number of key groups, in any batches,
 * with messages that come in any order, twice or not at all, and entities that crash and move.
 */
class SimulatedQueryTest {
  private static final int EVENTS = 12_000;
  private static final int SEEDS = 2;
  private static final long MOST_STEPS = 8_000_000;
  private static final long CALM_AFTER = 1_500;

  /** Events of a group of 200 are mixed: two seconds. */
  private static final Duration MIXED = Duration.ofSeconds(2);

  private static final List<List<Event>> PARTITIONS = partitions();

  private static List<List<Event>> partitions() {
    List<List<Event>> partitions = List.of(new ArrayList<>(), new ArrayList<>());
    int next = 0;
    for (Event event : BeamEvents.of(BeamEvents.configuration(EVENTS, 200))) {
      partitions.get(next++ % 2).add(event);
    }
    return partitions;
  }

  private static Pipeline pipeline(Query query, int keyGroups, int batchSize) {
    return Pipeline.named(
        "simulated",
        p -> {
          p.keyGroups(keyGroups);
          p.batchSize(batchSize);
          query.describe(
              new Streams(p, new InMemory<>(Event.class, PARTITIONS), MIXED), new Collected());
        });
  }

  private static List<Object> rows(Pipeline pipeline, long seed, Faults faults) {
    Simulation simulation = new Simulation(pipeline, seed, faults, CALM_AFTER);
    simulation.run(MOST_STEPS);
    assertThat(simulation.isComplete()).as("complete: seed=%s", seed).isTrue();
    return pipeline.sinks().stream()
        .map(SinkSpec::name)
        .flatMap(sink -> simulation.rows(sink).stream())
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void givesTheSameWhateverFails(Query query) {
    List<Object> undisturbed = rows(pipeline(query, 2, 100), 1, Faults.NONE);
    assertThat(undisturbed).isNotEmpty();
    for (int keyGroups : new int[] {1, 2, 8}) {
      for (long seed = 0; seed < SEEDS; seed++) {
        Pipeline other = pipeline(query, keyGroups, 40 + 110 * (int) seed);
        assertThat(rows(other, seed, Faults.MANY))
            .as("key groups=%s, seed=%s", keyGroups, seed)
            .isEqualTo(undisturbed);
      }
    }
  }
}
