package io.tidemark.runtime.entity;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.telemetry.Counter;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what an entity's steps ask for, but for writing events. Not thread-safe: owned by one
 * incarnation.
 */
public final class Effects {
  private final EntityId id;
  private final PipelineNode node;
  private final ActorRef<Envelope> self;
  private final @Nullable PartitionReads reads;
  private final @Nullable SinkWrites writes;
  // Who spoke last, but not what it said: an idle entity must not keep a batch alive.
  private @Nullable EntityId asker;
  private @Nullable ActorRef<Envelope> askerRef;
  private boolean leaving;
  private boolean failed;

  /** The effects of one incarnation. */
  public Effects(EntityId id, PipelineNode node, ActorRef<EntityCommand> self) {
    this.id = id;
    this.node = node;
    this.self = self.narrow();
    this.reads =
        id instanceof EntityId.Partition partition
            ? new PartitionReads(partition, node, self)
            : null;
    this.writes = id instanceof EntityId.Sink sink ? new SinkWrites(sink, node, self) : null;
  }

  /**
   * Takes an envelope off: whoever sent it is answered from here on.
   *
   * @return its message, or null where it is for somebody else, which ends the pipeline
   */
  public @Nullable Message open(Envelope envelope) {
    if (!envelope.to().equals(id)) {
      node.counters().count(Counter.MISDELIVERED);
      fail(
          "a message reached the wrong entity: receiver="
              + id.name()
              + ", meant="
              + envelope.to().name()
              + ", sender="
              + envelope.from().name());
      return null;
    }
    if (envelope.sender() != askerRef) {
      node.peers().learn(envelope.from(), envelope.sender());
    }
    asker = envelope.from();
    askerRef = envelope.sender();
    return envelope.message();
  }

  /** Something else than an envelope is handled: there is nobody to answer. */
  public void open() {
    asker = null;
    askerRef = null;
  }

  /** The answer to a read under way is here. */
  void readAnswered() {
    if (reads != null) {
      reads.answered();
    }
  }

  /** Carries out a step's effects in their order. */
  public void carryOut(Step step) {
    for (Step.Effect effect : step.effects()) {
      carryOut(effect);
    }
  }

  private void carryOut(Step.Effect effect) {
    if (effect instanceof Step.Send send) {
      node.peers().send(new Envelope(node.pipeline(), id, send.to(), self, send.message()));
    } else if (effect instanceof Step.Reply reply) {
      reply(reply.message());
    } else if (effect instanceof Step.Read read) {
      own(reads, effect).read(read);
    } else if (effect instanceof Step.Write write) {
      own(writes, effect).write(write);
    } else if (effect instanceof Step.Fail fail) {
      fail(fail.reason());
    } else if (effect instanceof Step.Completed) {
      node.listener().completed();
    } else if (effect instanceof Step.Stop) {
      leaving = true;
    } else {
      throw new AssertionError("unknown effect " + effect);
    }
  }

  private void reply(Message message) {
    if (asker == null || askerRef == null) {
      node.counters().count(Counter.UNADDRESSED);
    } else {
      askerRef.tell(new Envelope(node.pipeline(), id, asker, self, message));
    }
  }

  private <T> T own(@Nullable T worker, Step.Effect effect) {
    if (worker == null) {
      throw new IllegalStateException(id.name() + " can neither read nor write: " + effect);
    }
    return worker;
  }

  /** Ends the pipeline, and this incarnation's part in it. */
  public void fail(String reason) {
    failed = true;
    node.listener().failed(id, reason);
  }

  /** Ends the pipeline on this node: what is broken is outside. */
  void failHere(String reason) {
    failed = true;
    node.listener().failedHere(id, reason);
  }

  /** Whether a step asked to end this incarnation. */
  public boolean isLeaving() {
    return leaving;
  }

  /** Whether the entity takes part no longer: it has failed, or is leaving. */
  public boolean isOut() {
    return leaving || failed;
  }

  /** The incarnation has ended. */
  public void close() {
    if (reads != null) {
      reads.close();
    }
    if (writes != null) {
      writes.close();
    }
  }
}
