package io.tidemark.runtime.entity;

import static io.tidemark.runtime.entity.Rig.SOON;
import static io.tidemark.runtime.entity.Rig.TALLY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Said;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.telemetry.Counter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the substreams of a partition say reaches it however many speak while it writes. */
class StatementsTest {
  private static final EntityId.Partition PARTITION = new EntityId.Partition("in", 0);
  private static final int STASH = 128;
  private static final int KEYS = 10_000;

  private final Rig rig =
      new Rig(
          RuntimeSettings.defaults().withLargestInbox(STASH / 2),
          "pekko.persistence.typed { stash-capacity = 128, stash-overflow-strategy = fail }");

  @AfterEach
  void close() {
    rig.close();
  }

  private void say(int key, long sequence) {
    Message.Statement statement = Said.by(PARTITION, (long) key).sequence(sequence).statement();
    rig.node
        .peers()
        .send(new Envelope("test", statement.from(), PARTITION, rig.peer.ref(), statement));
  }

  private Map<EntityId.Substream, Long> heard() {
    Map<EntityId.Substream, Long> latest = new HashMap<>();
    Tally partition = rig.tallies.get(PARTITION);
    if (partition != null) {
      for (Object message : partition.heard()) {
        if (message instanceof Message.Statements statements) {
          statements.latest().forEach(s -> latest.merge(s.from(), s.sequence(), Math::max));
        }
      }
    }
    return latest;
  }

  private ActorRef<EntityCommand> open() {
    ActorRef<EntityCommand> partition = rig.spawn(PARTITION);
    partition.tell(rig.envelope(PARTITION, new Message.Ping(0)));
    assertThat(rig.ack().durable()).isZero();
    return partition;
  }

  @Test
  void moreKeysThanTheStashHoldsSpeakDuringAWrite() {
    ActorRef<EntityCommand> partition = open();
    CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
    partition.tell(rig.envelope(PARTITION, Tally.item(TALLY, 1, 5L)));
    for (long sequence = 1; sequence <= 3; sequence++) {
      for (int key = 0; key < KEYS; key++) {
        say(key, sequence);
      }
    }
    write.complete(GatedStore.Verdict.STORE);
    rig.eventually(() -> assertThat(heard()).hasSize(KEYS).values().containsOnly(3L));
    assertThat(rig.failures).isEmpty();
  }

  @Test
  void aStatementToAPartitionThatHasNotRecoveredIsCountedAndNotKept() {
    say(1, 1);
    assertThat(rig.node.counters().get(Counter.NOT_RUNNING)).isEqualTo(1);
    rig.routed.expectNoMessage();
    ActorRef<EntityCommand> partition = open();
    rig.kit.stop(partition, SOON);
    say(1, 2);
    assertThat(rig.node.counters().get(Counter.NOT_RUNNING)).isEqualTo(2);
    open();
    say(1, 3);
    rig.eventually(() -> assertThat(heard().values()).containsExactly(3L));
  }
}
