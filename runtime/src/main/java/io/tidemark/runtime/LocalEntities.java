package io.tidemark.runtime;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.Directory;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.coordinator.CoordinatorShell;
import io.tidemark.runtime.entity.Departure;
import io.tidemark.runtime.entity.EntityShell;
import io.tidemark.runtime.entity.PipelineNode;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.jspecify.annotations.Nullable;

/**
 * Entities that live in this JVM as plain actors: the first message to one that does not run starts
 * it.
 *
 * <p>It is started by the sender's own thread, not by an actor in between, so that the second
 * message cannot overtake the first: what comes in the wrong order is only sent again after a
 * while.
 *
 * <p><b>Supervision.</b> Entities stop when they fail, and nobody starts them but the next message:
 * the coordinator pings every member, a partition feeds its substreams again. A new incarnation has
 * a name of its own, so it need not wait for the name of the old one to be free.
 *
 * <p>Safe to use from any thread.
 */
public final class LocalEntities implements Directory {
  private final ActorSystem<?> system;
  private final PipelineNode node;
  private final AtomicLong incarnations = new AtomicLong();

  /** Starts nothing yet. */
  public LocalEntities(ActorSystem<?> system, PipelineNode node) {
    this.system = system;
    this.node = node;
  }

  @Override
  public void route(Envelope envelope) {
    ActorRef<EntityCommand> running = start(envelope.to());
    if (running != null) {
      running.tell(envelope);
    }
  }

  /** Starts the entity where it does not run; null where the pipeline is ending. */
  @Nullable ActorRef<EntityCommand> start(EntityId id) {
    return node.peers().start(id, () -> spawn(id));
  }

  private ActorRef<EntityCommand> spawn(EntityId id) {
    Behavior<EntityCommand> behavior =
        id instanceof EntityId.Coordinator
            ? CoordinatorShell.create(node)
            : EntityShell.create(id, node, Departure.AT_ONCE);
    return SystemActors.start(
        system, behavior, node.pipeline() + "/" + id.name() + "~" + incarnations.incrementAndGet());
  }
}
