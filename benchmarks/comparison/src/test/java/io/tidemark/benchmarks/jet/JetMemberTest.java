package io.tidemark.benchmarks.jet;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.jet.core.JobStatus;
import com.hazelcast.jet.impl.AbstractJobProxy;
import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.compare.Hand;
import io.tidemark.benchmarks.compare.Surroundings;
import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.benchmarks.ledger.Ledger;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
class JetMemberTest {
  private static final Surroundings SURROUNDINGS =
      new Surroundings(Path.of("target"), Job.PARTITIONS, Duration.ofMillis(100));

  private final JetMember jet = new JetMember(SURROUNDINGS);

  @AfterEach
  void stop() {
    jet.close();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TIMERS")
  void countsLikeTheHandLoop(Shape shape) throws Exception {
    Job job = Job.of(shape, 1_000, 200_000, shape.usualElementsPerWindow() / 10, 7);

    assertThat(jet.run(job)).isEqualTo(expected(job));
  }

  @Test
  void goesOnWithASessionAtExactlyTheGap() throws Exception {
    // So many pauses of a key are about as long as the gap that some are exactly as long.
    Job job = Job.of(Shape.SESSION, 1_000, 200_000, 1_000, 7);

    assertThat(jet.run(job)).isEqualTo(expected(job));
  }

  @Test
  void countsTheSameWhenItStartsAgainFromASnapshot() throws Exception {
    Job job = Job.of(Shape.TUMBLING, 1_000, 6_000_000, 40_000, 7);
    try (Ledger ledger = Ledger.open()) {
      com.hazelcast.jet.Job running = jet.submit(job, ledger);
      ledger.awaitRows();
      int committed = ledger.transactions();
      // Without the last snapshot that a graceful restart takes.
      ((AbstractJobProxy<?, ?>) running).restart(false);

      running.join();

      assertThat(running.getStatus()).isEqualTo(JobStatus.COMPLETED);
      assertThat(ledger.transactions()).isGreaterThan(committed);
      assertThat(ledger.total()).isEqualTo(expected(job));
    }
  }

  private static Digest expected(Job job) throws Exception {
    try (Engine hand = new Hand().start(SURROUNDINGS)) {
      return hand.run(job);
    }
  }
}
