package io.tidemark.core.entity;

import io.tidemark.core.message.Message;

/**
 * One entity's decisions as a state machine: told what happened and what time it is, it answers
 * with what to do. It performs nothing itself, so that an actor and a simulation drive the same
 * code.
 *
 * <p>Not thread-safe: owned by one shell. The shell's part of the contract:
 *
 * <ol>
 *   <li>a new incarnation is a new object; it gets the snapshot if there is one, then the events
 *       after it, then {@link #start} once;
 *   <li>a {@link Step} with an event: the shell writes the event, tells the entity nothing until it
 *       is durable, then calls {@link #persisted} once. A failed write ends the incarnation;
 *   <li>what a step sends may leave at once, whether or not the step has an event: what must wait
 *       for the event is in the step of {@link #persisted};
 *   <li>a step that says {@link Step#again} is followed by {@link Message.Continue}.
 * </ol>
 *
 * <p>{@code nowMicros} is the wall clock in microseconds since the epoch; it decides when to send
 * again, to flush and to estimate, never what a result is, unless recorded first.
 */
public interface Entity {
  /** Takes the bytes that {@link #snapshot} gave, before any event. */
  void restore(byte[] snapshot);

  /** Applies an event of the journal. Total: no clock, no effect, never fails on an old event. */
  void replay(Event event);

  /** Recovery is complete. */
  Step start(long nowMicros);

  /** A message has come. */
  Step receive(long nowMicros, Message message);

  /**
   * Time has passed; called regularly, about every {@code tick} of the settings. By default nothing
   * comes of it.
   */
  default Step tick(long nowMicros) {
    return new Step();
  }

  /** The event of the last step is durable. */
  Step persisted(long nowMicros);

  /** Whether the events since the last snapshot outweigh one. */
  boolean snapshotDue();

  /**
   * The state as bytes: what the events so far amount to, the one just written included. Asked when
   * that event is durable and before {@link #persisted} says so. Clears {@link #snapshotDue}.
   */
  byte[] snapshot();
}
