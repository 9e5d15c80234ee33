package io.tidemark.runtime.entity;

import static io.tidemark.runtime.entity.Rig.OTHER;
import static io.tidemark.runtime.entity.Rig.TALLY;
import static io.tidemark.runtime.entity.Tally.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.telemetry.Counter;
import java.time.Duration;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a failure ends: an incarnation, or the pipeline. */
class EntityFailingTest {
  private Rig rig = new Rig();

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void endsWithAFailedWriteAndRecoversExactlyWhatWasAcknowledged() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    rig.count(tally, 1, 5);
    rig.awaitDurable(5);
    rig.store.failNext();
    rig.count(tally, 6, 6);
    rig.awaitEnd(tally);
    rig.clock.advanceMicros(1_000_000);
    assertThat(rig.sum(rig.spawn(TALLY))).isEqualTo(5);
    assertThat(rig.node.counters().get(Counter.FAILURES)).isEqualTo(1);
    assertThat(rig.failures).isEmpty();
  }

  @Test
  void takesAWriteThatWasDurableThoughReportedAsFailed() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    rig.store.holdNext().complete(GatedStore.Verdict.STORE_THEN_FAIL);
    rig.count(tally, 1, 1);
    rig.awaitEnd(tally);
    rig.clock.advanceMicros(1_000_000);
    ActorRef<EntityCommand> next = rig.spawn(TALLY);
    rig.count(next, 1, 2);
    assertThat(rig.sumAfter(next, 2)).isEqualTo(2);
  }

  @Test
  void endsWithARefusedWriteAndIsNotRepeated() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    int writes = rig.store.writes();
    rig.store.holdNext().complete(GatedStore.Verdict.REJECT);
    rig.count(tally, 1, 1);
    rig.awaitEnd(tally);
    assertThat(rig.store.writes()).isEqualTo(writes + 1);
  }

  @Test
  void waitsAfterAFailureBeforeTheNextIncarnationBegins() {
    rig =
        rig.replaced(
            RuntimeSettings.defaults()
                .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 5),
            "");
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    rig.store.failNext();
    rig.count(tally, 1, 1);
    rig.awaitEnd(tally);
    ActorRef<EntityCommand> next = rig.spawn(TALLY);
    rig.count(next, 1, 1);
    rig.eventually(() -> assertThat(rig.node.counters().get(Counter.UNHEARD)).isEqualTo(1));
    assertThat(rig.node.counters().get(Counter.INCARNATIONS)).isEqualTo(1);
    rig.eventually(() -> assertThat(rig.node.counters().get(Counter.INCARNATIONS)).isEqualTo(2));
    rig.count(next, 1, 1);
    assertThat(rig.ack().durable()).isEqualTo(1);
  }

  @Test
  void endsThePipelineAfterTooManyFailuresInARow() throws InterruptedException {
    rig =
        rig.replaced(
            RuntimeSettings.defaults().withBackoff(Duration.ofMillis(1), Duration.ofMillis(1), 3),
            "");
    for (int i = 0; i < 3; i++) {
      assertThat(rig.failures).isEmpty();
      rig.store.failNext();
      rig.awaitEnd(rig.spawn(TALLY));
      rig.clock.advanceMicros(1_000_000);
    }
    assertThat(rig.failure()).contains("a write failed", TALLY.name(), "the disk is gone");
  }

  @Test
  void endsThePipelineAtOnceWithAFailureThatStays() throws InterruptedException {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    rig.kill(tally);
    rig.store.failReplays(new Damaged());
    rig.awaitEnd(rig.spawn(TALLY));
    assertThat(rig.failure()).contains("recovery failed", "record 7 is damaged");
  }

  @Test
  void forgetsFailuresWithTheNextSuccessfulWrite() {
    rig =
        rig.replaced(
            RuntimeSettings.defaults().withBackoff(Duration.ofMillis(1), Duration.ofMillis(1), 2),
            "");
    for (int i = 0; i < 4; i++) {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      assertThat(rig.sum(tally)).isZero();
      rig.store.failNext();
      rig.count(tally, 1, 1);
      rig.awaitEnd(tally);
      rig.clock.advanceMicros(1_000_000);
    }
    assertThat(rig.failures).isEmpty();
  }

  @Test
  void countsAFailedRecoveryOnce() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    rig.kill(tally);
    rig.store.failReplays(new IllegalStateException("record 7 is damaged"));
    rig.awaitEnd(rig.spawn(TALLY));
    assertThat(rig.node.counters().get(Counter.FAILURES)).isEqualTo(1);
    assertThat(rig.node.peers().here(TALLY)).isNull();
    rig.store.failReplays(null);
    rig.clock.advanceMicros(1_000_000);
    assertThat(rig.sum(rig.spawn(TALLY))).isZero();
  }

  @Test
  void endsThePipelineWhenADecisionThrows() throws InterruptedException {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    tally.tell(rig.envelope(TALLY, item(OTHER, 1, "throw")));
    assertThat(rig.failure()).contains("a broken invariant", TALLY.name(), "two and two make five");
    rig.awaitEnd(tally);
  }

  @Test
  void endsThePipelineWhenAStepSaysSoAndHearsNothingMore() throws InterruptedException {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Fail("the sink is full"))));
    assertThat(rig.failure()).isEqualTo("the sink is full");
    int writes = rig.store.writes();
    rig.count(tally, 1, 1);
    rig.eventually(() -> assertThat(rig.node.counters().get(Counter.UNHEARD)).isEqualTo(1));
    assertThat(rig.store.writes()).isEqualTo(writes);
  }

  @Test
  void endsThePipelineWhenAMessageReachesTheWrongEntity() throws InterruptedException {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    tally.tell(rig.envelope(new EntityId.KeyGroup("tally", 1), item(OTHER, 1, 1L)));
    assertThat(rig.failure()).contains("wrong entity", "keygroup/tally/0", "keygroup/tally/1");
    assertThat(rig.node.counters().get(Counter.MISDELIVERED)).isEqualTo(1);
  }

  @Test
  void endsThePipelineWhenThereIsNoSuchEntity() throws InterruptedException {
    rig.made =
        id -> {
          throw new IllegalArgumentException("no such key group");
        };
    rig.awaitEnd(rig.spawn(TALLY));
    assertThat(rig.failure()).contains("cannot be made", "no such key group");
    assertThat(rig.node.peers().here(TALLY)).isNull();
  }

  private static final class Damaged extends RuntimeException implements FinalFailure {
    Damaged() {
      super("record 7 is damaged");
    }
  }
}
