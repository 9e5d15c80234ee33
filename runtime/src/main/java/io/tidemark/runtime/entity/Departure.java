package io.tidemark.runtime.entity;

import io.tidemark.runtime.channel.EntityCommand;
import org.apache.pekko.actor.typed.ActorRef;

/** How an incarnation that wants to end gets its {@link EntityCommand.Stop}. */
@FunctionalInterface
public interface Departure {
  /** At once: whoever routes to it finds it gone and starts the next one. */
  Departure AT_ONCE = incarnation -> incarnation.tell(EntityCommand.Stop.INSTANCE);

  /** Asks for the stop. */
  void ask(ActorRef<EntityCommand> incarnation);
}
