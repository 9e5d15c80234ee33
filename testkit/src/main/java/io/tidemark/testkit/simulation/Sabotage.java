package io.tidemark.testkit.simulation;

import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * One rule of the protocol switched off, to see that a simulation notices. It works from outside:
 * on what entities hear, on what their journals hold, and on what journals and outputs check. By
 * default everything is as it should be.
 */
interface Sabotage {
  /** Nothing is switched off. */
  Sabotage NONE = new Sabotage() {};

  /**
   * What an entity hears when it is told something.
   *
   * @param generation the entity's own, as far as it has said
   * @return null: nothing
   */
  default @Nullable Message heard(EntityId by, long generation, Message message) {
    return message;
  }

  /** What the journal holds when an entity records something. */
  default Event recorded(EntityId by, Event event) {
    return event;
  }

  /** Whether a journal refuses what does not follow its last event. */
  default boolean checksSequence() {
    return true;
  }

  /** Whether a journal refuses what a substream writes under an older fence of its partition. */
  default boolean checksFence() {
    return true;
  }

  /** Whether what was said to be durable outlives who wrote it. */
  default boolean keepsLastEvent() {
    return true;
  }

  /** Whether an output is cut to its committed length when it is opened again. */
  default boolean cutsOutput() {
    return true;
  }
}
