package io.tidemark.runtime;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.Directory;
import io.tidemark.runtime.entity.PipelineNode;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/** All entities live in this JVM, and there is no other node to tell how the pipeline ends. */
final class LocalPlacement implements Placement {
  @Override
  public Directory settle(ActorContext<?> context, PipelineNode node) {
    return new LocalEntities(context.getSystem(), node);
  }

  @Override
  public void startCoordinator(ActorContext<?> context, PipelineNode node) {
    new LocalEntities(context.getSystem(), node).start(new EntityId.Coordinator());
  }

  @Override
  public ActorRef<Outcome> announcer(
      ActorContext<?> context, PipelineNode node, ActorRef<Outcome> hears) {
    return context.getSystem().<Outcome>ignoreRef();
  }
}
