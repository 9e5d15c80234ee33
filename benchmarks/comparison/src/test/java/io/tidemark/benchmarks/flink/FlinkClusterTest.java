package io.tidemark.benchmarks.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.compare.Hand;
import io.tidemark.benchmarks.compare.Surroundings;
import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.benchmarks.ledger.Ledger;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
class FlinkClusterTest {
  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @EnumSource
  void countsLikeTheHandLoop(Shape shape) throws Exception {
    Job job = Job.of(shape, 1_000, 200_000, shape.usualElementsPerWindow() / 10, 7);
    try (FlinkCluster flink = FlinkCluster.start(surroundings(), new Configuration())) {
      assertThat(flink.run(job)).isEqualTo(expected(job));
    }
  }

  @Test
  void countsTheSameWhenItsTaskManagerIsLost() throws Exception {
    Job job = Job.of(Shape.TUMBLING, 1_000, 3_000_000, 40_000, 7);
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(100));
    try (FlinkCluster flink = FlinkCluster.start(surroundings(), configuration);
        Ledger ledger = Ledger.open()) {
      JobID running = flink.submit(job, ledger);
      ledger.awaitRows();
      int committed = ledger.transactions();
      flink.replaceTaskManager();

      flink.await(running);

      assertThat(ledger.transactions()).isGreaterThan(committed);
      assertThat(ledger.total()).isEqualTo(expected(job));
    }
  }

  private Surroundings surroundings() {
    return new Surroundings(directory, Job.PARTITIONS, Duration.ofMillis(100));
  }

  private Digest expected(Job job) throws Exception {
    try (Engine hand = new Hand().start(surroundings())) {
      return hand.run(job);
    }
  }
}
