package io.tidemark.runtime.entity;

import static io.tidemark.runtime.entity.Rig.TALLY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.telemetry.Counter;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Snapshots shorten a recovery and change nothing else. */
class EntitySnapshotTest {
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
}
