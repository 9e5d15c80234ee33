package io.tidemark.runtime;

import io.tidemark.runtime.channel.Directory;
import io.tidemark.runtime.entity.PipelineNode;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/** Where a pipeline's entities live. Used once, by one pipeline. */
public interface Placement {
  /** Makes all entities but the coordinator reachable; called in the pipeline's own actor. */
  Directory settle(ActorContext<?> context, PipelineNode node);

  /** Starts the coordinator, which starts everyone else; called after {@link #settle}. */
  void startCoordinator(ActorContext<?> context, PipelineNode node);

  /**
   * Tells the pipeline's other nodes how it ends, and hears it from them: on which node it shows
   * that everything is done, or that something broke, is chance. What is told may be lost; then the
   * node that is left finds out by itself.
   *
   * @param hears is told what other nodes announce, and may be told what this one does
   * @return what this node announces is told to it
   */
  ActorRef<Outcome> announcer(ActorContext<?> context, PipelineNode node, ActorRef<Outcome> hears);

  /** All entities live in this JVM, as plain actors; needs no cluster. */
  static Placement local() {
    return new LocalPlacement();
  }
}
