package io.tidemark.runtime.entity;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.EntityCommand;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.BehaviorInterceptor;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.TypedActorContext;
import org.apache.pekko.actor.typed.scaladsl.StashOverflowException;

/**
 * Sees what Pekko does outside everything that an entity's own handlers see.
 *
 * <p>That its stash overflows: credit never lets it come to that; if it does, the messages in the
 * stash are gone and the pipeline must not go on. And that it ends before it has recovered: an
 * incarnation that stayed entered would keep the next one from being started.
 */
final class Enclosure extends BehaviorInterceptor<EntityCommand, EntityCommand> {
  private final EntityId id;
  private final PipelineNode node;

  Enclosure(EntityId id, PipelineNode node) {
    super(EntityCommand.class);
    this.id = id;
    this.node = node;
  }

  @Override
  public Behavior<EntityCommand> aroundReceive(
      TypedActorContext<EntityCommand> context,
      EntityCommand command,
      ReceiveTarget<EntityCommand> target) {
    try {
      return target.apply(context, command);
    } catch (StashOverflowException e) {
      node.listener()
          .failed(
              id,
              "too many messages wait: entity="
                  + id.name()
                  + ", expected at most "
                  + node.settings().largestInbox()
                  + " (messages), reason="
                  + Reasons.of(e)
                  + "; a sender does not keep to its credit");
      throw e;
    }
  }

  @Override
  public Behavior<EntityCommand> aroundSignal(
      TypedActorContext<EntityCommand> context, Signal signal, SignalTarget<EntityCommand> target) {
    try {
      return target.apply(context, signal);
    } finally {
      if (signal instanceof PostStop) {
        node.peers().leave(id, context.asJava().getSelf());
      }
    }
  }
}
