package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.window.WindowResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final long FIRST = Long.getLong("tidemark.seed", 1L);
  private static final long SEEDS = Long.getLong("tidemark.seeds", 1_000L);

  @Test
  void everySeedWritesWhatTheOracleWritesWhenNothingFails() {
    for (long seed = FIRST; seed < FIRST + Math.min(SEEDS, 200); seed++) {
      check(seed, Faults.NONE, 0);
    }
  }

  @Test
  void everySeedWritesWhatTheOracleWritesWhenEntitiesMove() {
    Faults moves = new Faults(0, 0, 0, 0, 0, 10);
    long moved = 0;
    for (long seed = FIRST; seed < FIRST + Math.min(SEEDS, 200); seed++) {
      moved += check(seed, moves, 3_000).moves();
    }
    assertThat(moved).as("moves over all seeds").isGreaterThan(Math.min(SEEDS, 200));
  }

  @Test
  void everySeedWritesWhatTheOracleWritesWhateverFails() {
    long steps = 0;
    long crashes = 0;
    long crashesAtEstimates = 0;
    long moves = 0;
    long overfull = 0;
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Simulation simulation = check(seed, Faults.MANY, 3_000);
      steps += simulation.steps();
      crashes += simulation.crashes();
      crashesAtEstimates += simulation.crashesAtEstimates();
      moves += simulation.moves();
      overfull += simulation.isComplete() ? 0 : 1;
    }
    assertThat(crashes).as("crashes over all seeds").isGreaterThan(SEEDS);
    assertThat(moves).as("moves over all seeds").isGreaterThan(SEEDS);
    if (SEEDS >= 1_000) {
      assertThat(crashesAtEstimates).as("while an estimate is written").isGreaterThan(SEEDS / 20);
      assertThat(overfull).as("ended with too many outputs").isBetween(1L, SEEDS / 10);
    }
    System.out.printf(
        "%d seeds from %d: %d steps, %d crashes, %d of them at an estimate, %d moves; %d overfull%n",
        SEEDS, FIRST, steps, crashes, crashesAtEstimates, moves, overfull);
  }

  private static Simulation check(long seed, Faults faults, long calmAfter) {
    Pipeline pipeline = Scenario.of(seed);
    Simulation simulation = new Simulation(pipeline, seed, faults, calmAfter);
    try {
      if (simulation.run(400_000) instanceof Ended.Failed failed) {
        assertThat(failed.reason()).startsWith("too many outputs wait for progress");
        assertThat(pipeline.limits().gatingOutputs()).isEqualTo(Scenario.FEW_OUTPUTS);
        return simulation;
      }
      Oracle oracle = new Oracle(pipeline, simulation::decisions);
      for (SinkSpec sink : pipeline.sinks()) {
        check(sink, simulation.rows(sink.name()), oracle.rows(sink));
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed=" + seed + ": " + e.getMessage(), e);
    }
    return simulation;
  }

  private static void check(SinkSpec sink, List<Object> rows, List<Object> expected) {
    if (sink.order() == Sink.Order.TIME) {
      assertThat(rows).as("sink=%s", sink.name()).isEqualTo(expected);
    } else {
      assertThat(byKey(rows)).as("by key: sink=%s", sink.name()).isEqualTo(byKey(expected));
    }
  }

  /**
   * Results by their key, each in its order; of diagnostics, which have no key, how many are equal.
   */
  private static Map<Object, List<Object>> byKey(List<Object> rows) {
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                row -> row instanceof WindowResult<?> result ? result.key() : row));
  }
}
