package io.tidemark.runtime.entity;

import static io.tidemark.runtime.entity.Rig.OTHER;
import static io.tidemark.runtime.entity.Rig.SOON;
import static io.tidemark.runtime.entity.Rig.TALLY;
import static io.tidemark.runtime.entity.Tally.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.Message;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.telemetry.Counter;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EntityShellTest {
  private static final EntityId.Substream SUBSTREAM =
      new EntityId.Substream(
          new EntityId.Partition("orders", 3), KeyBytes.of("k", ValueCodec.INSTANCE));

  private Rig rig = new Rig();

  @AfterEach
  void close() {
    rig.close();
  }

  private void restartRig(RuntimeSettings settings, String config) {
    rig.close();
    rig = new Rig(settings, config);
  }

  private void count(ActorRef<EntityCommand> tally, long from, long to) {
    for (long number = from; number <= to; number++) {
      tally.tell(rig.envelope(TALLY, item(OTHER, number, 1L)));
    }
  }

  private void awaitDurable(long position) {
    Message.Ack ack = rig.ack();
    while (ack.durable() < position) {
      ack = rig.ack();
    }
  }

  private void kill(ActorRef<EntityCommand> incarnation) {
    rig.kit.stop(incarnation, SOON);
  }

  private void awaitEnd(ActorRef<?> incarnation) {
    rig.kit.createTestProbe().expectTerminated(incarnation, SOON);
  }

  @Nested
  class Writing {
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
      count(tally, 1, 100);
      awaitDurable(100);
      kill(tally);
      assertThat(rig.sum(rig.spawn(TALLY))).isEqualTo(100);
    }

    @Test
    void writesWhatTheStartDecidesBeforeAnythingElseIsHeard() {
      CompletableFuture<GatedStore.Verdict> fence = rig.store.holdNext();
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      count(tally, 1, 3);
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
      count(tally, 1, 1);
      rig.peer.expectNoMessage(Duration.ofMillis(50));
      write.complete(GatedStore.Verdict.STORE);
      assertThat(rig.ack().durable()).isEqualTo(1);
    }

    @Test
    void writesAnEventOutOfTheStepThatFollowsAnEvent() {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      count(tally, 1, 60);
      awaitDurable(60);
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
      restartRig(RuntimeSettings.defaults().withTick(Duration.ofMillis(10)), "");
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      assertThat(rig.sum(tally)).isZero();
      CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
      int writes = rig.store.writes();
      count(tally, 1, 1);
      rig.eventually(() -> assertThat(rig.store.writes()).isEqualTo(writes + 1));
      rig.tally().heard().clear();
      count(tally, 2, 200);
      tally.tell(new EntityCommand.Done(new Message.Written(7)));
      // A write that takes longer than a tick: the tick comes while it is under way.
      rig.peer.expectNoMessage(Duration.ofMillis(50));
      assertThat(rig.tally().heard()).isEmpty();
      write.complete(GatedStore.Verdict.STORE);
      assertThat(rig.sumAfter(tally, 200)).isEqualTo(200);
      rig.eventually(
          () -> assertThat(rig.tally().heard()).contains("tick", new Message.Written(7)));
    }

    @Test
    void takesABurstInOneWriteWithoutLosingAny() {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      assertThat(rig.sum(tally)).isZero();
      CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
      count(tally, 1, 10_000);
      write.complete(GatedStore.Verdict.STORE);
      assertThat(rig.sumAfter(tally, 10_000)).isEqualTo(10_000);
      assertThat(rig.failures).isEmpty();
    }

    @Test
    void keepsASenderWithAWindowFarBelowTheStash() {
      restartRig(
          RuntimeSettings.defaults().withLargestInbox(64),
          "pekko.persistence.typed.stash-capacity = 128");
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
      count(tally, 1, 64);
      write.complete(GatedStore.Verdict.STORE);
      long sent = 64;
      long acknowledged = 0;
      while (acknowledged < 10_000) {
        acknowledged = Math.max(acknowledged, rig.ack().durable());
        long allowed = Math.min(10_000, acknowledged + 64);
        count(tally, sent + 1, allowed);
        sent = Math.max(sent, allowed);
      }
      assertThat(rig.sumAfter(tally, 10_000)).isEqualTo(10_000);
      assertThat(rig.failures).isEmpty();
    }

    @Test
    void saysLoudlyThatTooManyWait() throws InterruptedException {
      restartRig(
          RuntimeSettings.defaults().withLargestInbox(64),
          "pekko.persistence.typed { stash-capacity = 128, stash-overflow-strategy = fail }");
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      assertThat(rig.sum(tally)).isZero();
      CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
      count(tally, 1, 200);
      assertThat(rig.failure()).contains("too many messages wait", TALLY.name(), "credit");
      awaitEnd(tally);
      assertThat(write).isNotDone();
    }
  }

  @Nested
  class Failing {
    @Test
    void endsWithAFailedWriteAndRecoversExactlyWhatWasAcknowledged() {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      count(tally, 1, 5);
      awaitDurable(5);
      rig.store.failNext();
      count(tally, 6, 6);
      awaitEnd(tally);
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
      count(tally, 1, 1);
      awaitEnd(tally);
      rig.clock.advanceMicros(1_000_000);
      ActorRef<EntityCommand> next = rig.spawn(TALLY);
      count(next, 1, 2);
      assertThat(rig.sumAfter(next, 2)).isEqualTo(2);
    }

    @Test
    void endsWithARefusedWriteAndIsNotRepeated() {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      assertThat(rig.sum(tally)).isZero();
      int writes = rig.store.writes();
      rig.store.holdNext().complete(GatedStore.Verdict.REJECT);
      count(tally, 1, 1);
      awaitEnd(tally);
      assertThat(rig.store.writes()).isEqualTo(writes + 1);
    }

    @Test
    void waitsAfterAFailureBeforeTheNextIncarnationBegins() {
      restartRig(
          RuntimeSettings.defaults().withBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 5),
          "");
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      assertThat(rig.sum(tally)).isZero();
      rig.store.failNext();
      count(tally, 1, 1);
      awaitEnd(tally);
      ActorRef<EntityCommand> next = rig.spawn(TALLY);
      count(next, 1, 1);
      rig.eventually(() -> assertThat(rig.node.counters().get(Counter.UNHEARD)).isEqualTo(1));
      assertThat(rig.node.counters().get(Counter.INCARNATIONS)).isEqualTo(1);
      rig.eventually(() -> assertThat(rig.node.counters().get(Counter.INCARNATIONS)).isEqualTo(2));
      count(next, 1, 1);
      assertThat(rig.ack().durable()).isEqualTo(1);
    }

    @Test
    void endsThePipelineAfterTooManyFailuresInARow() throws InterruptedException {
      restartRig(
          RuntimeSettings.defaults().withBackoff(Duration.ofMillis(1), Duration.ofMillis(1), 3),
          "");
      for (int i = 0; i < 3; i++) {
        assertThat(rig.failures).isEmpty();
        rig.store.failNext();
        awaitEnd(rig.spawn(TALLY));
        rig.clock.advanceMicros(1_000_000);
      }
      assertThat(rig.failure()).contains("a write failed", TALLY.name(), "the disk is gone");
    }

    @Test
    void endsThePipelineAtOnceWithAFailureThatStays() throws InterruptedException {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      assertThat(rig.sum(tally)).isZero();
      kill(tally);
      rig.store.failReplays(new Damaged());
      awaitEnd(rig.spawn(TALLY));
      assertThat(rig.failure()).contains("recovery failed", "record 7 is damaged");
    }

    @Test
    void forgetsFailuresWithTheNextSuccessfulWrite() {
      restartRig(
          RuntimeSettings.defaults().withBackoff(Duration.ofMillis(1), Duration.ofMillis(1), 2),
          "");
      for (int i = 0; i < 4; i++) {
        ActorRef<EntityCommand> tally = rig.spawn(TALLY);
        assertThat(rig.sum(tally)).isZero();
        rig.store.failNext();
        count(tally, 1, 1);
        awaitEnd(tally);
        rig.clock.advanceMicros(1_000_000);
      }
      assertThat(rig.failures).isEmpty();
    }

    @Test
    void countsAFailedRecoveryOnce() {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      assertThat(rig.sum(tally)).isZero();
      kill(tally);
      rig.store.failReplays(new IllegalStateException("record 7 is damaged"));
      awaitEnd(rig.spawn(TALLY));
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
      assertThat(rig.failure())
          .contains("a broken invariant", TALLY.name(), "two and two make five");
      awaitEnd(tally);
    }

    @Test
    void endsThePipelineWhenAStepSaysSoAndHearsNothingMore() throws InterruptedException {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Fail("the sink is full"))));
      assertThat(rig.failure()).isEqualTo("the sink is full");
      int writes = rig.store.writes();
      count(tally, 1, 1);
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
      awaitEnd(rig.spawn(TALLY));
      assertThat(rig.failure()).contains("cannot be made", "no such key group");
      assertThat(rig.node.peers().here(TALLY)).isNull();
    }
  }

  @Nested
  class Snapshots {
    @Test
    void areTakenWhenDueAndHoldTheEventJustWritten() {
      rig.made = id -> new Tally(id, 10);
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      count(tally, 1, 25);
      awaitDurable(25);
      kill(tally);
      assertThat(rig.store.snapshot(Rig.journal(TALLY))).isPresent();
      assertThat(rig.sum(rig.spawn(TALLY))).isEqualTo(25);
      assertThat(rig.tally().restored()).isEqualTo(1);
      assertThat(rig.tally().replayed()).isLessThan(12);
    }

    @Test
    void mayFailWithoutLoss() {
      rig.made = id -> new Tally(id, 10);
      rig.store.refuseSnapshots();
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      count(tally, 1, 25);
      awaitDurable(25);
      kill(tally);
      assertThat(rig.node.counters().get(Counter.SNAPSHOT_FAILURES)).isPositive();
      assertThat(rig.sum(rig.spawn(TALLY))).isEqualTo(25);
    }
  }

  @Nested
  class Speaking {
    @Test
    void answersTheIncarnationThatAsked() {
      TestProbe<Envelope> second = rig.kit.createTestProbe();
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      tally.tell(new Envelope(OTHER, TALLY, second.ref(), new Message.Ping(0)));
      Envelope answer = second.receiveMessage(SOON);
      assertThat(answer.to()).isEqualTo(OTHER);
      assertThat(answer.from()).isEqualTo(TALLY);
      rig.peer.expectNoMessage(Duration.ofMillis(20));
    }

    @Test
    void answersNobodyWhereNobodyAsked() {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      assertThat(rig.sum(tally)).isZero();
      tally.tell(new EntityCommand.Done(new Message.Ping(0)));
      rig.eventually(() -> assertThat(rig.node.counters().get(Counter.UNADDRESSED)).isEqualTo(1));
      rig.peer.expectNoMessage(Duration.ofMillis(20));
    }

    @Test
    void sendsThroughTheDirectoryUntilThePeerIsKnown() {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      Message hello = new Message.Ping(4);
      tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Send(OTHER, hello))));
      assertThat(rig.routed.receiveMessage(SOON).message()).isEqualTo(hello);
      TestProbe<EntityCommand> other = rig.kit.createTestProbe();
      rig.node.peers().enter(OTHER, other.ref());
      tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Send(OTHER, hello))));
      assertThat(rig.routed.receiveMessage(SOON).message()).isEqualTo(hello);
      rig.node.peers().open(OTHER, other.ref());
      tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Send(OTHER, hello))));
      assertThat(((Envelope) other.receiveMessage(SOON)).message()).isEqualTo(hello);
      rig.routed.expectNoMessage(Duration.ofMillis(20));
    }

    @Test
    void startsASubstreamOnlyWithAFeed() {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Send(SUBSTREAM, ping()))));
      tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Send(SUBSTREAM, feed(1, 1)))));
      assertThat(rig.routed.receiveMessage(SOON).message()).isEqualTo(feed(1, 1));
      assertThat(rig.node.counters().get(Counter.NOT_RUNNING)).isEqualTo(1);
    }

    @Test
    void saysThatThePipelineIsComplete() throws InterruptedException {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Completed())));
      assertThat(rig.completions.take()).isEqualTo("completed");
    }
  }

  @Nested
  class Ending {
    private final TestProbe<Envelope> partition = rig.kit.createTestProbe();

    private void feed(ActorRef<EntityCommand> substream, Message.Feed feed) {
      substream.tell(new Envelope(SUBSTREAM.partition(), SUBSTREAM, partition.ref(), feed));
    }

    private Message heard() {
      return partition.receiveMessage(SOON).message();
    }

    @Test
    void isToldToThePartitionWhenASubstreamLeaves() {
      ActorRef<EntityCommand> substream = rig.spawn(SUBSTREAM);
      feed(substream, EntityShellTest.feed(1, 4));
      assertThat(heard()).isInstanceOf(Message.Ack.class);
      feed(substream, new Message.Feed(1, 1, 4, 1, List.of(), Message.Urge.PASSIVATE));
      assertThat(heard()).isEqualTo(new Message.SubstreamEnded(SUBSTREAM, 4));
      awaitEnd(substream);
      assertThat(rig.node.peers().here(SUBSTREAM)).isNull();
    }

    @Test
    void isToldToThePartitionWhenASubstreamCrashes() {
      ActorRef<EntityCommand> substream = rig.spawn(SUBSTREAM);
      feed(substream, EntityShellTest.feed(1, 4));
      assertThat(heard()).isInstanceOf(Message.Ack.class);
      kill(substream);
      assertThat(heard()).isEqualTo(new Message.SubstreamEnded(SUBSTREAM, 4));
    }

    @Test
    void isToldToThePartitionWhenAWriteFails() {
      ActorRef<EntityCommand> substream = rig.spawn(SUBSTREAM);
      feed(substream, EntityShellTest.feed(1, 4));
      assertThat(heard()).isInstanceOf(Message.Ack.class);
      rig.store.failNext();
      substream.tell(rig.envelope(SUBSTREAM, item(OTHER, 1, 1L)));
      assertThat(heard()).isEqualTo(new Message.SubstreamEnded(SUBSTREAM, 4));
    }

    @Test
    void isToldToThePartitionOfTheNewestFence() {
      ActorRef<EntityCommand> substream = rig.spawn(SUBSTREAM);
      TestProbe<Envelope> old = rig.kit.createTestProbe();
      feed(substream, EntityShellTest.feed(2, 1));
      assertThat(heard()).isInstanceOf(Message.Ack.class);
      substream.tell(
          new Envelope(SUBSTREAM.partition(), SUBSTREAM, old.ref(), EntityShellTest.feed(1, 9)));
      assertThat(old.receiveMessage(SOON).message()).isInstanceOf(Message.Ack.class);
      kill(substream);
      assertThat(heard()).isEqualTo(new Message.SubstreamEnded(SUBSTREAM, 1));
      old.expectNoMessage(Duration.ofMillis(20));
    }

    @Test
    void waitsForTheWriteUnderWay() {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      assertThat(rig.sum(tally)).isZero();
      CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
      count(tally, 1, 1);
      tally.tell(EntityCommand.Stop.INSTANCE);
      rig.peer.expectNoMessage(Duration.ofMillis(50));
      write.complete(GatedStore.Verdict.STORE);
      assertThat(rig.ack().durable()).isEqualTo(1);
      awaitEnd(tally);
    }

    @Test
    void leavesNoTraceAtWhateverPointItComes() {
      for (int i = 0; i < 200; i++) {
        ActorRef<EntityCommand> tally = rig.spawn(TALLY);
        for (int turn = 0; turn < i; turn++) {
          Thread.onSpinWait();
        }
        kill(tally);
        assertThat(rig.node.peers().here(TALLY)).isNull();
      }
      assertThat(rig.sum(rig.spawn(TALLY))).isZero();
    }
  }

  @Test
  void understandsEveryCommand() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    List<EntityCommand> commands =
        List.of(
            rig.envelope(TALLY, new Message.Ping(0)),
            new EntityCommand.Done(new Message.Written(1)),
            EntityCommand.Tick.INSTANCE,
            EntityCommand.Continue.INSTANCE,
            new EntityCommand.Broken("the reader broke"),
            EntityCommand.Stop.INSTANCE);
    Set<Class<?>> permitted =
        new HashSet<>(Arrays.asList(EntityCommand.class.getPermittedSubclasses()));
    commands.forEach(command -> permitted.remove(command.getClass()));
    // It tells itself to write, after its start.
    assertThat(permitted).containsExactly(EntityCommand.Write.class);
    commands.forEach(tally::tell);
    awaitEnd(tally);
    assertThat(rig.failures).containsExactly("the reader broke");
  }

  private static final class Damaged extends RuntimeException implements FinalFailure {
    Damaged() {
      super("record 7 is damaged");
    }
  }

  private static Message.Feed feed(long fence, long start) {
    return new Message.Feed(1, fence, start, 1, List.of(), Message.Urge.NONE);
  }

  private static Message.Ping ping() {
    return new Message.Ping(0);
  }
}
