package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.window.WindowResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A simulation whose outputs are those of the oracle. */
final class Checked {
  private static final long MOST_STEPS = 400_000;

  /** A rule that does not hold often stops everything; that shows sooner than a slow end does. */
  private static final long MOST_STEPS_OF_SABOTAGE = 60_000;

  private Checked() {}

  /** Runs a seed to its end; a failure says with how little it comes. */
  static Simulation run(long seed, Faults faults, long calmAfter) {
    try {
      return run(seed, faults, calmAfter, Sabotage.NONE);
    } catch (AssertionError e) {
      Shrunk failing = new Shrunk(seed, faults, calmAfter, e);
      throw new AssertionError(Shrunk.of(failing, () -> Sabotage.NONE).toString(), e);
    }
  }

  /** Runs a seed to its end, where a rule of the protocol may not hold. */
  static Simulation run(long seed, Faults faults, long calmAfter, Sabotage sabotage) {
    Pipeline pipeline = Scenario.of(seed);
    Simulation simulation = new Simulation(pipeline, seed, faults, calmAfter, sabotage);
    try {
      if (simulation.run(sabotage == Sabotage.NONE ? MOST_STEPS : MOST_STEPS_OF_SABOTAGE)
          instanceof Ended.Failed failed) {
        assertThat(failed.reason()).startsWith("too many outputs wait for progress");
        assertThat(pipeline.limits().gatingOutputs()).isEqualTo(Scenario.FEW_OUTPUTS);
        return simulation;
      }
      Oracle oracle = new Oracle(pipeline, simulation::decisions);
      for (SinkSpec sink : pipeline.sinks()) {
        check(sink, written(sink, simulation.rows(sink.name())), oracle.rows(sink));
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed=" + seed + ": " + e.getMessage(), e);
    }
    return simulation;
  }

  /** What a writer would be given. */
  private static List<Object> written(SinkSpec sink, List<Object> rows) {
    return sink.from() instanceof SinkSpec.Feed.OfElements feed
        ? rows.stream().map(feed::row).toList()
        : rows;
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
