package io.tidemark.runtime;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.Directory;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.coordinator.CoordinatorShell;
import io.tidemark.runtime.entity.Departure;
import io.tidemark.runtime.entity.EntityShell;
import io.tidemark.runtime.entity.PipelineNode;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/**
 * All entities live in this JVM: the first message to an entity that does not run starts it.
 *
 * <p>It is started by the sender's own thread, not by an actor in between, so that the second
 * message cannot overtake the first: what comes in the wrong order is only sent again after a
 * while.
 *
 * <p><b>Supervision.</b> Entities stop when they fail, and nobody starts them but the next message:
 * the coordinator pings every member, a partition feeds its substreams again. A new incarnation has
 * a name of its own, so it need not wait for the name of the old one to be free.
 */
final class LocalPlacement implements Placement {
  private final AtomicLong incarnations = new AtomicLong();

  @Override
  public Directory settle(ActorContext<?> context, PipelineNode node) {
    ActorSystem<?> system = context.getSystem();
    return envelope -> {
      ActorRef<EntityCommand> running =
          node.peers().start(envelope.to(), () -> spawn(system, node, envelope.to()));
      if (running != null) {
        running.tell(envelope);
      }
    };
  }

  @Override
  public void startCoordinator(ActorContext<?> context, PipelineNode node) {
    EntityId coordinator = new EntityId.Coordinator();
    node.peers().start(coordinator, () -> spawn(context.getSystem(), node, coordinator));
  }

  private ActorRef<EntityCommand> spawn(ActorSystem<?> system, PipelineNode node, EntityId id) {
    Behavior<EntityCommand> behavior =
        id instanceof EntityId.Coordinator
            ? CoordinatorShell.create(node)
            : EntityShell.create(id, node, Departure.AT_ONCE);
    return SystemActors.start(
        system, behavior, node.pipeline() + "/" + id.name() + "~" + incarnations.incrementAndGet());
  }
}
