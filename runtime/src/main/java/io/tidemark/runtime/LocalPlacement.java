package io.tidemark.runtime;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.Directory;
import io.tidemark.runtime.entity.PipelineNode;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.jspecify.annotations.Nullable;

/** All entities are children of one actor. */
final class LocalPlacement implements Placement {
  private @Nullable ActorRef<LocalEntities.Command> entities;

  @Override
  public Directory settle(ActorContext<?> context, PipelineNode node) {
    ActorRef<LocalEntities.Command> parent = context.spawn(LocalEntities.create(node), "entities");
    entities = parent;
    return envelope -> parent.tell(new LocalEntities.Route(envelope));
  }

  @Override
  public void startCoordinator(ActorContext<?> context, PipelineNode node) {
    if (entities == null) {
      throw new IllegalStateException("settle comes first");
    }
    entities.tell(new LocalEntities.Start(new EntityId.Coordinator()));
  }
}
