package io.tidemark.runtime.entity;

import static io.tidemark.runtime.entity.Rig.OTHER;
import static io.tidemark.runtime.entity.Rig.TALLY;
import static io.tidemark.runtime.entity.Tally.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.Message;
import io.tidemark.runtime.channel.EntityCommand;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing is said before it is written, and nothing that comes meanwhile is lost. */
class EntityWritingTest {
  private Rig rig = new Rig();

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void appliesAnEventOnceWhereItWasDecided() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    tally.tell(rig.envelope(TALLY, item(OTHER, 1, 5L)));
    assertThat(rig.ack().durable()).isEqualTo(5);
    assertThat(rig.sum(tally)).isEqualTo(5);
  }

  @Test
  void appliesAnEventOnceWhereItIsReadBack() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    rig.count(tally, 1, 100);
    rig.awaitDurable(100);
    rig.kill(tally);
    assertThat(rig.sum(rig.spawn(TALLY))).isEqualTo(100);
  }

  @Test
  void writesWhatTheStartDecidesBeforeAnythingElseIsHeard() {
    CompletableFuture<GatedStore.Verdict> fence = rig.store.holdNext();
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    rig.count(tally, 1, 3);
    rig.peer.expectNoMessage(Duration.ofMillis(50));
    fence.complete(GatedStore.Verdict.STORE);
    assertThat(rig.sumAfter(tally, 3)).isEqualTo(3);
    assertThat(rig.store.events(Rig.journal(TALLY)))
        .startsWith(new Tally.Begun(1), new Tally.Counted(1, 1));
  }

  @Test
  void saysNothingBeforeTheWriteHasSucceeded() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
    rig.count(tally, 1, 1);
    rig.peer.expectNoMessage(Duration.ofMillis(50));
    write.complete(GatedStore.Verdict.STORE);
    assertThat(rig.ack().durable()).isEqualTo(1);
  }

  @Test
  void writesAnEventOutOfTheStepThatFollowsAnEvent() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    rig.count(tally, 1, 60);
    rig.awaitDurable(60);
    assertThat(rig.sum(tally)).isEqualTo(60);
    assertThat(rig.store.events(Rig.journal(TALLY)))
        .containsSequence(
            new Tally.Counted(17, 1), new Tally.Counted(17, 0), new Tally.Counted(18, 1))
        .hasSize(1 + 60 + 6);
    assertThat(rig.failures).isEmpty();
  }

  @Test
  void goesOnAfterAStepThatAsksForIt() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    tally.tell(rig.envelope(TALLY, item(OTHER, 1, "again")));
    rig.eventually(() -> assertThat(rig.tally().heard()).contains(new Message.Continue()));
  }

  @Test
  void losesNothingThatComesDuringASlowWrite() {
    rig = rig.replaced(RuntimeSettings.defaults().withTick(Duration.ofMillis(10)), "");
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
    int writes = rig.store.writes();
    rig.count(tally, 1, 1);
    rig.eventually(() -> assertThat(rig.store.writes()).isEqualTo(writes + 1));
    rig.tally().heard().clear();
    rig.count(tally, 2, 200);
    tally.tell(new EntityCommand.Done(new Message.Written(7)));
    // A write that takes longer than a tick: the tick comes while it is under way.
    rig.peer.expectNoMessage(Duration.ofMillis(50));
    assertThat(rig.tally().heard()).isEmpty();
    write.complete(GatedStore.Verdict.STORE);
    assertThat(rig.sumAfter(tally, 200)).isEqualTo(200);
    rig.eventually(() -> assertThat(rig.tally().heard()).contains("tick", new Message.Written(7)));
  }

  @Test
  void takesABurstInOneWriteWithoutLosingAny() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
    rig.count(tally, 1, 10_000);
    write.complete(GatedStore.Verdict.STORE);
    assertThat(rig.sumAfter(tally, 10_000)).isEqualTo(10_000);
    assertThat(rig.failures).isEmpty();
  }

  @Test
  void keepsASenderWithAWindowFarBelowTheStash() {
    rig =
        rig.replaced(
            RuntimeSettings.defaults().withLargestInbox(64),
            "pekko.persistence.typed.stash-capacity = 128");
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
    rig.count(tally, 1, 64);
    write.complete(GatedStore.Verdict.STORE);
    long sent = 64;
    long acknowledged = 0;
    while (acknowledged < 10_000) {
      acknowledged = Math.max(acknowledged, rig.ack().durable());
      long allowed = Math.min(10_000, acknowledged + 64);
      rig.count(tally, sent + 1, allowed);
      sent = Math.max(sent, allowed);
    }
    assertThat(rig.sumAfter(tally, 10_000)).isEqualTo(10_000);
    assertThat(rig.failures).isEmpty();
  }

  @Test
  void saysLoudlyThatTooManyWait() throws InterruptedException {
    rig =
        rig.replaced(
            RuntimeSettings.defaults().withLargestInbox(64),
            "pekko.persistence.typed { stash-capacity = 128, stash-overflow-strategy = fail }");
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
    rig.count(tally, 1, 200);
    assertThat(rig.failure()).contains("too many messages wait", TALLY.name(), "credit");
    rig.awaitEnd(tally);
    assertThat(write).isNotDone();
  }
}
