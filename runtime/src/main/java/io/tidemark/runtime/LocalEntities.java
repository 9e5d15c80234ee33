package io.tidemark.runtime;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.coordinator.CoordinatorShell;
import io.tidemark.runtime.entity.Departure;
import io.tidemark.runtime.entity.EntityShell;
import io.tidemark.runtime.entity.PipelineNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.jspecify.annotations.Nullable;

/**
 * The parent of all entities where there is no cluster: starts an incarnation when something is
 * routed to an entity that has none.
 *
 * <p><b>Supervision.</b> Children stop when they fail, and nobody starts them but the next message:
 * the coordinator pings every member, a partition feeds its substreams again. A new incarnation
 * gets a name of its own, so it need not wait for the old one's name to be free.
 */
final class LocalEntities extends AbstractBehavior<LocalEntities.Command> {
  sealed interface Command {}

  /** Hand on, starting the receiver if need be. */
  record Route(Envelope envelope) implements Command {}

  /** Start if it does not run. */
  record Start(EntityId id) implements Command {}

  private record Ended(EntityId id, ActorRef<EntityCommand> incarnation) implements Command {}

  private final PipelineNode node;
  private long spawned;

  private LocalEntities(ActorContext<Command> context, PipelineNode node) {
    super(context);
    this.node = node;
  }

  static Behavior<Command> create(PipelineNode node) {
    return Behaviors.setup(context -> new LocalEntities(context, node));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Route.class, this::onRoute)
        .onMessage(Start.class, this::onStart)
        .onMessage(Ended.class, this::onEnded)
        .build();
  }

  private Behavior<Command> onRoute(Route route) {
    ActorRef<EntityCommand> incarnation = running(route.envelope.to());
    if (incarnation != null) {
      incarnation.tell(route.envelope);
    }
    return this;
  }

  private Behavior<Command> onStart(Start start) {
    running(start.id);
    return this;
  }

  /** It has removed itself, unless it ended before it was entered here. */
  private Behavior<Command> onEnded(Ended ended) {
    node.peers().leave(ended.id, ended.incarnation);
    return this;
  }

  private @Nullable ActorRef<EntityCommand> running(EntityId id) {
    ActorRef<EntityCommand> known = node.peers().here(id);
    return known == null ? spawn(id) : known;
  }

  private @Nullable ActorRef<EntityCommand> spawn(EntityId id) {
    spawned++;
    ActorRef<EntityCommand> incarnation =
        getContext().spawn(behavior(id), pathElement(id) + "~" + spawned);
    getContext().watchWith(incarnation, new Ended(id, incarnation));
    if (!node.peers().enter(id, incarnation)) {
      getContext().stop(incarnation);
      return null;
    }
    return incarnation;
  }

  private Behavior<EntityCommand> behavior(EntityId id) {
    return id instanceof EntityId.Coordinator
        ? CoordinatorShell.create(node)
        : EntityShell.create(id, node, Departure.AT_ONCE);
  }

  private static String pathElement(EntityId id) {
    return URLEncoder.encode(id.name(), StandardCharsets.UTF_8).replace("%2F", ":");
  }
}
