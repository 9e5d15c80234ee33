package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.pipeline.Pipeline;
import java.util.List;
import java.util.function.Supplier;

/**
 * The rows of a pipeline, which have to be the same for any number of key groups, in any batches,
 * with messages that come in any order, twice or not at all, and entities that crash and move.
 */
final class EachRun {
  private static final int SEEDS = 8;
  private static final long MOST_STEPS = 2_000_000;
  private static final long CALM_AFTER = 1_500;

  private EachRun() {}

  /** The rows of the sink {@code rows}. */
  static List<Object> rows(Supplier<Pipeline> pipeline) {
    List<Object> undisturbed = rows(with(pipeline.get(), 2, 7), 1, Faults.NONE);
    for (int keyGroups : new int[] {1, 2, 8}) {
      for (long seed = 0; seed < SEEDS; seed++) {
        Pipeline other = with(pipeline.get(), keyGroups, 1 + (int) (seed % 4));
        assertThat(rows(other, seed, Faults.MANY))
            .as("key groups=%s, seed=%s", keyGroups, seed)
            .isEqualTo(undisturbed);
      }
    }
    return undisturbed;
  }

  private static List<Object> rows(Pipeline pipeline, long seed, Faults faults) {
    Simulation simulation = new Simulation(pipeline, seed, faults, CALM_AFTER);
    simulation.run(MOST_STEPS);
    assertThat(simulation.isComplete()).as("complete: seed=%s", seed).isTrue();
    return simulation.rows("rows");
  }

  private static Pipeline with(Pipeline pipeline, int keyGroups, int batchSize) {
    return new Pipeline(
        pipeline.name(),
        pipeline.sources(),
        pipeline.streams(),
        pipeline.sinks(),
        keyGroups,
        Readings.limits(batchSize));
  }
}
