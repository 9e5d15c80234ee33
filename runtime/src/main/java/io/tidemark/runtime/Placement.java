package io.tidemark.runtime;

import io.tidemark.runtime.channel.Directory;
import io.tidemark.runtime.entity.PipelineNode;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/** Where a pipeline's entities live. Used once, by one pipeline. */
public interface Placement {
  /** Makes all entities but the coordinator reachable; called in the pipeline's own actor. */
  Directory settle(ActorContext<?> context, PipelineNode node);

  /** Starts the coordinator, which starts everyone else; called after {@link #settle}. */
  void startCoordinator(ActorContext<?> context, PipelineNode node);

  /** All entities live in this JVM, as plain actors; needs no cluster. */
  static Placement local() {
    return new LocalPlacement();
  }
}
