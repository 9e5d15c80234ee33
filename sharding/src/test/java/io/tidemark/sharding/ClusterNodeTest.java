package io.tidemark.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.PipelineRuntime;
import io.tidemark.runtime.Ring;
import io.tidemark.runtime.RunningPipeline;
import io.tidemark.runtime.clock.SystemClock;
import io.tidemark.runtime.entity.Rig;
import io.tidemark.runtime.entity.RuntimeSettings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClusterNodeTest {
  @Test
  void startsAndStopsAPipelineAgainAndAgain() throws Exception {
    for (int i = 0; i < 3; i++) {
      Ring ring = new Ring(6);
      ring.roundsToComplete(1);
      long begin = System.nanoTime();
      try (ClusterNode node = ClusterNode.alone("again", Rig.plugins("ClusterNodeTest"))) {
        long up = System.nanoTime();
        RunningPipeline running =
            PipelineRuntime.start(
                node.system(),
                "again",
                ring,
                ClusterPlacement.of(ring.members()),
                RuntimeSettings.defaults(),
                new SystemClock());
        assertThat(running.outcome().toCompletableFuture().get(60, TimeUnit.SECONDS))
            .isEqualTo(new Outcome.Completed());
        long complete = System.nanoTime();
        System.out.println(
            "up " + (up - begin) / 1_000_000 + " complete " + (complete - begin) / 1_000_000);
        begin = System.nanoTime();
      }
      System.out.println("stop " + (System.nanoTime() - begin) / 1_000_000);
    }
  }

  @Test
  void appliesItsSettingsToWhatPekkoSubstitutes() {
    try (ClusterNode node = ClusterNode.alone("settings", Rig.plugins("ClusterNodeTest"))) {
      Config config = node.system().settings().config().getConfig("pekko");
      assertThat(
              config.getDuration("cluster.sharding.coordinator-singleton.hand-over-retry-interval"))
          .isEqualTo(Duration.ofMillis(200));
      assertThat(config.getString("actor.allow-java-serialization")).isEqualTo("off");
      assertThat(config.getString("cluster.sharding.passivation.strategy")).isEqualTo("none");
      assertThat(config.getStringList("cluster.sharding.distributed-data.durable.keys")).isEmpty();
      assertThat(config.getInt("persistence.typed.stash-capacity")).isEqualTo(100_000);
    }
  }
}
