package io.tidemark.runtime;

import io.tidemark.core.message.EntityId;

/**
 * How a run ended. All its entities have ended before this is told, unless the actor system was
 * terminated under them.
 */
public sealed interface Outcome {
  /** Everything has reached its sink. */
  record Completed() implements Outcome {}

  /**
   * Something broke, or a person must decide.
   *
   * @param entity where
   * @param reason a line for a person
   */
  record Failed(EntityId entity, String reason) implements Outcome {}

  /** Asked to stop before it was complete: it goes on from there at the next start. */
  record Stopped() implements Outcome {}
}
