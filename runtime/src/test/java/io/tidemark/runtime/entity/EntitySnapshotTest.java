package io.tidemark.runtime.entity;

import static io.tidemark.runtime.entity.Rig.TALLY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.sink.Intake;
import io.tidemark.core.sink.Sink;
import io.tidemark.runtime.Quiet;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.telemetry.Counter;
import java.util.Comparator;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Snapshots shorten a recovery and change nothing else. */
class EntitySnapshotTest {
  private static final EntityId.Sink ROWS = new EntityId.Sink("rows");
  private static final Comparator<Object> ANY_ORDER = Comparator.comparing(Object::toString);

  private final Rig rig = new Rig();

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void areTakenWhenDueAndHoldTheEventJustWritten() {
    rig.made = id -> new Tally(id, 10);
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    rig.count(tally, 1, 25);
    rig.awaitDurable(25);
    rig.kill(tally);
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
    rig.count(tally, 1, 25);
    rig.awaitDurable(25);
    rig.kill(tally);
    assertThat(rig.node.counters().get(Counter.SNAPSHOT_FAILURES)).isPositive();
    assertThat(rig.sum(rig.spawn(TALLY))).isEqualTo(25);
  }

  /** Waiting would not make them readable: the pipeline ends with the first try. */
  @Test
  void endThePipelineAtOnceWhereTheyAreOfAnotherVersion() throws InterruptedException {
    restoreOfATally(
        new Sink(
            ROWS,
            Sink.Order.KEY,
            Intake.ofRows(ValueCodec.INSTANCE, ANY_ORDER),
            Limits.defaults()));

    assertThat(rig.failure())
        .startsWith("a snapshot of another version: entity=" + ROWS.name())
        .contains("--fresh");
    assertThat(rig.node.peers().here(TALLY)).isNull();
  }

  @Test
  void endThePipelineAtOnceWhereTheyCannotBeRestored() throws InterruptedException {
    restoreOfATally(
        new Quiet() {
          @Override
          public void restore(byte[] snapshot) {
            throw new IllegalStateException("no such pane");
          }
        });

    assertThat(rig.failure()).contains("a broken invariant", TALLY.name(), "no such pane");
    assertThat(rig.node.peers().here(TALLY)).isNull();
  }

  /** The entity is given the snapshot of a tally, and ends. */
  private void restoreOfATally(Entity entity) {
    rig.made = id -> new Tally(id, 10);
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    rig.count(tally, 1, 25);
    rig.awaitDurable(25);
    rig.kill(tally);
    rig.made = id -> entity;
    rig.awaitEnd(rig.spawn(TALLY));
  }
}
