package io.tidemark.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.Message;
import io.tidemark.runtime.Feeding;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.PipelineRuntime;
import io.tidemark.runtime.Ring;
import io.tidemark.runtime.RunningPipeline;
import io.tidemark.runtime.clock.SystemClock;
import io.tidemark.runtime.entity.EntityFactory;
import io.tidemark.runtime.entity.GatedStore;
import io.tidemark.runtime.entity.Rig;
import io.tidemark.runtime.entity.RuntimeSettings;
import io.tidemark.runtime.telemetry.Counter;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ClusterPlacementTest {
  private static ClusterNode node;

  private final Ring ring = new Ring(6);

  @BeforeAll
  static void start() {
    node = Nodes.alone("placement", Rig.plugins("ClusterPlacementTest"));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static RunningPipeline start(
      String name, EntityFactory factory, List<EntityId.Member> members) {
    return PipelineRuntime.start(
        node.system(),
        name,
        factory,
        ClusterPlacement.of(members, Nodes.VALUES),
        RuntimeSettings.defaults()
            .withTick(Duration.ofMillis(10))
            .withBackoff(Duration.ofMillis(1), Duration.ofMillis(10), 5),
        new SystemClock());
  }

  private static Outcome outcome(CompletionStage<Outcome> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static void eventually(Runnable assertion) {
    TestProbe<Object> probe = TestProbe.create(node.system());
    probe.awaitAssert(
        Duration.ofSeconds(30),
        () -> {
          assertion.run();
          return assertion;
        });
  }

  @Test
  void runsUntilTheCoordinatorSaysThatItIsComplete() throws Exception {
    ring.roundsToComplete(3);
    RunningPipeline running = start("completes", ring, ring.members());
    assertThat(outcome(running.outcome())).isEqualTo(new Outcome.Completed());
    assertThat(running.status().residents()).isEmpty();
    assertThat(running.status().counts())
        .containsEntry(Counter.MISDELIVERED, 0L)
        .containsEntry(Counter.DEAD_LETTERS, 0L)
        .containsEntry(Counter.INCARNATIONS, 7L);
  }

  @Test
  void startsAKilledMemberAgainWithWhatItHadWritten() throws Exception {
    RunningPipeline running = start("kills", ring, ring.members());
    eventually(() -> assertThat(ring.rounds()).allMatch(rounds -> rounds >= 3));
    for (int i = 0; i < 6; i++) {
      long before = ring.rounds().get(i);
      assertThat(running.kill(Ring.member(i))).isTrue();
      int member = i;
      eventually(() -> assertThat(ring.rounds().get(member)).isGreaterThan(before));
    }
    assertThat(ring.incarnations(Ring.member(0))).isEqualTo(2);
    assertThat(outcome(running.stop())).isEqualTo(new Outcome.Stopped());
    assertThat(ring.contradictions()).isEmpty();
  }

  @Test
  void startsAMemberAgainWhoseWriteFailed() throws Exception {
    RunningPipeline running = start("store", ring, ring.members());
    eventually(() -> assertThat(ring.rounds()).allMatch(rounds -> rounds >= 3));
    for (int failures = 1; failures <= 3; failures++) {
      GatedStore.named("ClusterPlacementTest").failNext();
      int expected = 6 + failures;
      eventually(() -> assertThat(ring.memberIncarnations()).isEqualTo(expected));
      List<Long> before = ring.rounds();
      eventually(() -> assertThat(ring.rounds()).allMatch(r -> r > Collections.max(before)));
    }
    assertThat(outcome(running.stop())).isEqualTo(new Outcome.Stopped());
    // Reports need not be heard in order: what goes through the region may be overtaken by what
    // goes
    // directly. The coordinator keeps the largest report of the largest generation
    // (CoordinatorTest),
    // so all it needs is that no generation says what an earlier one might still have said.
    assertThat(ring.contradictions()).isEmpty();
    assertThat(running.status().counts()).containsEntry(Counter.FAILURES, 3L);
  }

  @Test
  void restartsTheCoordinatorInPlace() throws Exception {
    RunningPipeline running = start("coordinator", ring, ring.members());
    EntityId coordinator = new EntityId.Coordinator();
    eventually(() -> assertThat(ring.rounds()).allMatch(rounds -> rounds >= 1));
    assertThat(running.kill(coordinator)).isTrue();
    eventually(() -> assertThat(ring.incarnations(coordinator)).isEqualTo(2));
    long before = ring.rounds().get(0);
    eventually(() -> assertThat(ring.rounds().get(0)).isGreaterThan(before));
    assertThat(outcome(running.stop())).isEqualTo(new Outcome.Stopped());
  }

  @Test
  void startsASubstreamAgainThatHasLeftAndLosesNoFeed() throws Exception {
    EntityId.Substream substream =
        new EntityId.Substream(
            new EntityId.Partition("orders & returns: ~%20ü", 0),
            KeyBytes.of("a key/with~everything%", ValueCodec.INSTANCE));
    Feeding feeding = new Feeding(substream);
    RunningPipeline running = start("feeds", feeding, feeding.members());
    eventually(() -> assertThat(feeding.endings()).hasSizeGreaterThanOrEqualTo(50));
    assertThat(outcome(running.stop())).isEqualTo(new Outcome.Stopped());
    assertThat(feeding.endings().subList(0, 50))
        .isEqualTo(
            LongStream.rangeClosed(1, 50)
                .mapToObj(start -> new Message.SubstreamEnded(substream, start))
                .toList());
    assertThat(running.status().counts())
        .containsEntry(Counter.DEAD_LETTERS, 0L)
        .containsEntry(Counter.UNHEARD, 0L);
  }
}
