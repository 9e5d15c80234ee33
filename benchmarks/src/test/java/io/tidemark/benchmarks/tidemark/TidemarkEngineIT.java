package io.tidemark.benchmarks.tidemark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.compare.Hand;
import io.tidemark.benchmarks.compare.Surroundings;
import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TidemarkEngineIT {
  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void givesTheHandLoopsResultForEveryShape(boolean substreams) throws Exception {
    try (Engine tidemark = new TidemarkEngine(directory, substreams)) {
      for (Shape shape : Shape.values()) {
        Job job = Job.of(shape, 100, 20_000, shape.usualElementsPerWindow() / 100, 7);

        assertThat(tidemark.run(job)).as(shape.name()).isEqualTo(expected(job));
      }
    }
  }

  private Digest expected(Job job) throws Exception {
    Surroundings surroundings = new Surroundings(directory, Job.PARTITIONS, Duration.ofSeconds(1));
    try (Engine hand = new Hand().start(surroundings)) {
      return hand.run(job);
    }
  }
}
