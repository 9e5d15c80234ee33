package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final long FIRST = Long.getLong("tidemark.seed", 1L);
  private static final long SEEDS = Long.getLong("tidemark.seeds", 1_000L);

  /** For the runs in which less can go wrong. */
  private static final long FEWER_SEEDS = (SEEDS + 4) / 5;

  @Test
  void everySeedWritesWhatTheOracleWritesWhenNothingFails() {
    for (long seed = FIRST; seed < FIRST + FEWER_SEEDS; seed++) {
      Checked.run(seed, Faults.NONE, 0);
    }
  }

  @Test
  void everySeedWritesWhatTheOracleWritesWhenEntitiesMove() {
    Faults moves = new Faults(0, 0, 0, 0, 0, 10);
    long moved = 0;
    for (long seed = FIRST; seed < FIRST + FEWER_SEEDS; seed++) {
      moved += Checked.run(seed, moves, 3_000).moves();
    }
    assertThat(moved).as("moves over all seeds").isGreaterThan(FEWER_SEEDS);
  }

  @Test
  void everySeedWritesWhatTheOracleWritesWhateverFails() {
    long steps = 0;
    long crashes = 0;
    long crashesAtEstimates = 0;
    long moves = 0;
    long overfull = 0;
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Simulation simulation = Checked.run(seed, Faults.MANY, 3_000);
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
}
