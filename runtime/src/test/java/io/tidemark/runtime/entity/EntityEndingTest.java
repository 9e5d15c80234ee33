package io.tidemark.runtime.entity;

import static io.tidemark.runtime.entity.Rig.OTHER;
import static io.tidemark.runtime.entity.Rig.SOON;
import static io.tidemark.runtime.entity.Rig.SUBSTREAM;
import static io.tidemark.runtime.entity.Rig.TALLY;
import static io.tidemark.runtime.entity.Tally.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.Message;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How an incarnation ends, and who is told. */
class EntityEndingTest {
  private final Rig rig = new Rig();
  private final TestProbe<Envelope> partition = rig.kit.createTestProbe();

  @AfterEach
  void close() {
    rig.close();
  }

  private void feed(ActorRef<EntityCommand> substream, Message.Feed feed) {
    substream.tell(new Envelope("test", SUBSTREAM.partition(), SUBSTREAM, partition.ref(), feed));
  }

  private Message heard() {
    return partition.receiveMessage(SOON).message();
  }

  @Test
  void isToldToThePartitionWhenASubstreamLeaves() {
    ActorRef<EntityCommand> substream = rig.spawn(SUBSTREAM);
    feed(substream, Rig.feed(1, 4));
    assertThat(heard()).isInstanceOf(Message.Ack.class);
    feed(substream, new Message.Feed(1, 1, 4, 1, List.of(), Message.Urge.PASSIVATE));
    assertThat(heard()).isEqualTo(new Message.SubstreamEnded(SUBSTREAM, 4));
    rig.awaitEnd(substream);
    assertThat(rig.node.peers().here(SUBSTREAM)).isNull();
  }

  @Test
  void isToldToThePartitionWhenASubstreamCrashes() {
    ActorRef<EntityCommand> substream = rig.spawn(SUBSTREAM);
    feed(substream, Rig.feed(1, 4));
    assertThat(heard()).isInstanceOf(Message.Ack.class);
    rig.kill(substream);
    assertThat(heard()).isEqualTo(new Message.SubstreamEnded(SUBSTREAM, 4));
  }

  @Test
  void isToldToThePartitionWhenAWriteFails() {
    ActorRef<EntityCommand> substream = rig.spawn(SUBSTREAM);
    feed(substream, Rig.feed(1, 4));
    assertThat(heard()).isInstanceOf(Message.Ack.class);
    rig.store.failNext();
    substream.tell(rig.envelope(SUBSTREAM, item(OTHER, 1, 1L)));
    assertThat(heard()).isEqualTo(new Message.SubstreamEnded(SUBSTREAM, 4));
  }

  @Test
  void isToldToThePartitionOfTheNewestFence() {
    ActorRef<EntityCommand> substream = rig.spawn(SUBSTREAM);
    TestProbe<Envelope> old = rig.kit.createTestProbe();
    feed(substream, Rig.feed(2, 1));
    assertThat(heard()).isInstanceOf(Message.Ack.class);
    substream.tell(
        new Envelope("test", SUBSTREAM.partition(), SUBSTREAM, old.ref(), Rig.feed(1, 9)));
    assertThat(old.receiveMessage(SOON).message()).isInstanceOf(Message.Ack.class);
    rig.kill(substream);
    assertThat(heard()).isEqualTo(new Message.SubstreamEnded(SUBSTREAM, 1));
    old.expectNoMessage(Duration.ofMillis(20));
  }

  @Test
  void waitsForTheWriteUnderWay() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
    rig.count(tally, 1, 1);
    tally.tell(EntityCommand.Stop.INSTANCE);
    rig.peer.expectNoMessage(Duration.ofMillis(50));
    write.complete(GatedStore.Verdict.STORE);
    assertThat(rig.ack().durable()).isEqualTo(1);
    rig.awaitEnd(tally);
  }

  @Test
  void leavesNoTraceAtWhateverPointItComes() {
    for (int i = 0; i < 200; i++) {
      ActorRef<EntityCommand> tally = rig.spawn(TALLY);
      for (int turn = 0; turn < i; turn++) {
        Thread.onSpinWait();
      }
      rig.kill(tally);
      assertThat(rig.node.peers().here(TALLY)).isNull();
    }
    assertThat(rig.sum(rig.spawn(TALLY))).isZero();
  }
}
