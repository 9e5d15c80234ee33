package io.tidemark.config.launch;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.keygroup.KeyGroup;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.partition.SourcePartition;
import io.tidemark.core.time.Time;

/**
 * A member whose reports, decisions and discarded windows are noted as they pass. Changes nothing.
 */
final class WatchedMember implements Entity {
  private final EntityId.Member id;
  private final Entity member;
  private final RunWatch watch;

  WatchedMember(EntityId.Member id, Entity member, RunWatch watch) {
    this.id = id;
    this.member = member;
    this.watch = watch;
  }

  @Override
  public void restore(byte[] snapshot) {
    member.restore(snapshot);
  }

  @Override
  public void replay(Event event) {
    note(Time.MIN, event);
    member.replay(event);
  }

  @Override
  public Step start(long nowMicros) {
    Step step = note(nowMicros, member.start(nowMicros));
    if (id instanceof EntityId.Partition partition
        && member instanceof SourcePartition source
        && source.latestDecision().number() > 0) {
      // A snapshot may have the last of its decisions, which no event repeats.
      source(partition).decided(Time.MIN, partition, source.latestDecision());
    }
    return step;
  }

  @Override
  public Step receive(long nowMicros, Message message) {
    return note(nowMicros, member.receive(nowMicros, message));
  }

  @Override
  public Step tick(long nowMicros) {
    if (id instanceof EntityId.KeyGroup group && member instanceof KeyGroup held) {
      watch.held(group, held.holding());
    }
    return note(nowMicros, member.tick(nowMicros));
  }

  @Override
  public Step persisted(long nowMicros) {
    return note(nowMicros, member.persisted(nowMicros));
  }

  @Override
  public boolean snapshotDue() {
    return member.snapshotDue();
  }

  @Override
  public byte[] snapshot() {
    return member.snapshot();
  }

  private Step note(long nowMicros, Step step) {
    if (id instanceof EntityId.Partition partition && member instanceof SourcePartition source) {
      source(partition).counted(partition, source.keyCounts());
    }
    if (id instanceof EntityId.KeyGroup group && member instanceof KeyGroup counting) {
      watch.discarded(group, counting.discardedWindows());
    }
    Event event = step.event();
    if (event != null) {
      note(nowMicros, event);
    }
    for (Step.Effect effect : step.effects()) {
      if (effect instanceof Step.Send send && send.message() instanceof Message.Report report) {
        // Nothing follows and nobody waits for it, whatever time its input ended at.
        watch.reported(nowMicros, id, report.sealed() ? Time.MAX : report.progressMicros());
      }
    }
    return step;
  }

  /** Notes an event; it was written before this process began where the time is −∞. */
  private void note(long nowMicros, Event event) {
    if (id instanceof EntityId.Partition partition
        && event instanceof PartitionEvent.Decided decided) {
      source(partition).decided(nowMicros, partition, decided.decision());
    }
  }

  private SourceWatch source(EntityId.Partition partition) {
    return watch.source(partition.source());
  }
}
