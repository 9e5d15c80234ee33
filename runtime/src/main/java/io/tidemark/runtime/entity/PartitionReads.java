package io.tidemark.runtime.entity;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.runtime.channel.EntityCommand;
import java.io.IOException;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a source partition for one incarnation, off its thread and one read at a time. A source
 * that cannot be read is an answer; anything else that goes wrong in a reader ends the pipeline.
 */
final class PartitionReads {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionReads.class);

  private final EntityId.Partition partition;
  private final EntityFactory factory;
  private final ActorRef<EntityCommand> asker;
  private final Lane lane;
  private final Lanes lanes;
  // Owned by the incarnation's thread.
  private boolean reading;
  // Owned by the lane.
  private @Nullable PartitionReader reader;
  private volatile boolean closed;

  PartitionReads(EntityId.Partition partition, PipelineNode node, ActorRef<EntityCommand> asker) {
    this.partition = partition;
    this.factory = node.factory();
    this.asker = asker;
    this.lanes = node.lanes();
    this.lane = lanes.of(partition);
  }

  /** Starts a read; while the pipeline drains, one that is never answered. */
  void read(Step.Read read) {
    if (reading) {
      throw new IllegalStateException(
          "a read was asked for while another is under way: partition="
              + partition.name()
              + ", from="
              + read.from());
    }
    reading = true;
    if (lanes.isDraining()) {
      return;
    }
    lane.submit(() -> answer(perform(read)));
  }

  /** The answer to the read under way has reached the incarnation. */
  void answered() {
    reading = false;
  }

  /** The incarnation has ended: nothing is answered any more. */
  void close() {
    closed = true;
    lane.submit(this::closeReader);
  }

  private EntityCommand perform(Step.Read read) {
    try {
      PartitionReader open = reader;
      if (open == null) {
        open = factory.openReader(partition);
        reader = open;
      }
      return new EntityCommand.Done(new Message.Fetched(open.read(read.from(), read.maxRecords())));
    } catch (IOException e) {
      return new EntityCommand.Done(new Message.FetchFailed(Reasons.of(e)));
    } catch (RuntimeException | Error e) {
      LOG.error("reading {} from {} failed", partition.name(), read.from(), e);
      return new EntityCommand.Broken(
          "the reader failed: partition="
              + partition.name()
              + ", from="
              + read.from()
              + ", reason="
              + Reasons.of(e));
    }
  }

  private void answer(EntityCommand command) {
    if (!closed) {
      asker.tell(command);
    }
  }

  private void closeReader() {
    PartitionReader open = reader;
    reader = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException | RuntimeException e) {
        LOG.warn("closing the reader of {} failed", partition.name(), e);
      }
    }
  }
}
