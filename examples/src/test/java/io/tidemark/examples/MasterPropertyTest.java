package io.tidemark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.testkit.simulation.Faults;
import io.tidemark.testkit.simulation.Simulation;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each example gives the same rows in the same order for any number of key groups, in any batches,
 * with messages that come in any order, twice or not at all, and entities that crash and move.
 */
class MasterPropertyTest {
  private static final int SEEDS = 12;
  private static final long MOST_STEPS = 2_000_000;
  private static final long CALM_AFTER = 1_500;

  static Stream<Arguments> examples() {
    return Stream.of(
        example("ads", Ads::pipeline),
        example("heartbeats", Heartbeats::pipeline),
        example("products", Products::pipeline),
        example("rates", Rates::pipeline),
        example("sessions", Sessions::pipeline));
  }

  private static Arguments example(String name, Function<Path, Pipeline> pipeline) {
    return Arguments.of(name, pipeline.apply(Path.of(name)));
  }

  private static List<Object> rows(Pipeline pipeline, long seed, Faults faults) {
    Simulation simulation = new Simulation(pipeline, seed, faults, CALM_AFTER);
    simulation.run(MOST_STEPS);
    assertThat(simulation.isComplete()).as("complete: seed=%s", seed).isTrue();
    SinkSpec sink = pipeline.sinks().get(0);
    return simulation.rows(sink.name());
  }

  private static Pipeline with(Pipeline pipeline, int keyGroups, int batchSize) {
    return new Pipeline(
        pipeline.name(),
        pipeline.sources(),
        pipeline.streams(),
        pipeline.sinks(),
        keyGroups,
        pipeline.limits().withBatchSize(batchSize));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void holds(String name, Pipeline pipeline) {
    List<Object> undisturbed = rows(pipeline, 1, Faults.NONE);
    assertThat(undisturbed).isNotEmpty();
    for (int keyGroups : new int[] {1, 2, 8}) {
      for (long seed = 0; seed < SEEDS; seed++) {
        Pipeline other = with(pipeline, keyGroups, 1 + (int) (seed % 4));
        assertThat(rows(other, seed, Faults.MANY))
            .as("key groups=%s, seed=%s", keyGroups, seed)
            .isEqualTo(undisturbed);
      }
    }
  }
}
