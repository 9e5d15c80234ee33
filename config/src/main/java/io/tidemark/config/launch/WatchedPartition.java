package io.tidemark.config.launch;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.partition.PartitionEvent;

/** A partition whose decisions and reports are noted as they pass. Changes nothing. */
final class WatchedPartition implements Entity {
  private final EntityId.Partition id;
  private final Entity partition;
  private final SourceWatch watch;

  WatchedPartition(EntityId.Partition id, Entity partition, SourceWatch watch) {
    this.id = id;
    this.partition = partition;
    this.watch = watch;
  }

  @Override
  public void restore(byte[] snapshot) {
    partition.restore(snapshot);
  }

  @Override
  public void replay(Event event) {
    note(event);
    partition.replay(event);
  }

  @Override
  public Step start(long nowMicros) {
    return note(partition.start(nowMicros));
  }

  @Override
  public Step receive(long nowMicros, Message message) {
    if (message instanceof Message.Statement statement) {
      watch.counted(statement.from(), statement.counts());
    }
    return note(partition.receive(nowMicros, message));
  }

  @Override
  public Step tick(long nowMicros) {
    return note(partition.tick(nowMicros));
  }

  @Override
  public Step persisted(long nowMicros) {
    return note(partition.persisted(nowMicros));
  }

  @Override
  public boolean snapshotDue() {
    return partition.snapshotDue();
  }

  @Override
  public byte[] snapshot() {
    return partition.snapshot();
  }

  private Step note(Step step) {
    Event event = step.event();
    if (event != null) {
      note(event);
    }
    for (Step.Effect effect : step.effects()) {
      if (effect instanceof Step.Send send && send.message() instanceof Message.Report report) {
        watch.reported(id, report.progressMicros());
      }
    }
    return step;
  }

  private void note(Event event) {
    if (event instanceof PartitionEvent.Decided decided) {
      watch.decided(id, decided.decision());
    } else if (event instanceof PartitionEvent.Rested rested) {
      for (PartitionEvent.Rest rest : rested.keys()) {
        watch.counted(new EntityId.Substream(id, rest.key()), rest.counts());
      }
    }
  }
}
