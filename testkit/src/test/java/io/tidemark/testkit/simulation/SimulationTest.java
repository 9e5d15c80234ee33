package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
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
  void everySeedWritesWhatTheOracleWritesWhateverFails() {
    long steps = 0;
    long crashes = 0;
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Simulation simulation = check(seed, Faults.MANY, 3_000);
      steps += simulation.steps();
      crashes += simulation.crashes();
    }
    assertThat(crashes).as("crashes over all seeds").isGreaterThan(SEEDS);
    System.out.printf("%d seeds from %d: %d steps, %d crashes%n", SEEDS, FIRST, steps, crashes);
  }

  private static Simulation check(long seed, Faults faults, long calmAfter) {
    Pipeline pipeline = Scenario.of(seed);
    Simulation simulation = new Simulation(pipeline, seed, faults, calmAfter);
    try {
      simulation.run(400_000);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed=" + seed + ": " + e.getMessage(), e);
    }
    Oracle oracle = new Oracle(pipeline);
    for (SinkSpec sink : pipeline.sinks()) {
      assertThat(simulation.rows(sink.name()))
          .as("seed=%d, sink=%s", seed, sink.name())
          .isEqualTo(oracle.rows(sink));
    }
    return simulation;
  }
}
