package io.tidemark.core.entity;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.source.Offset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an entity wants done, in order: a value that the shell carries out. Built by one entity in
 * one call and then handed over.
 */
public final class Step {
  /** One thing to do now. */
  public sealed interface Effect {}

  /** Send to an entity. To a substream only if it is known to run, unless the message is a feed. */
  public record Send(EntityId to, Message message) implements Effect {}

  /** Answer the sender of the message just received, by its reference: never starts anything. */
  public record Reply(Message message) implements Effect {}

  /** Read records, off the entity's thread; answered by {@code Fetched} or {@code FetchFailed}. */
  public record Read(Offset from, int maxRecords) implements Effect {}

  /**
   * Append rows to the output and sync it, off the entity's thread; answered by {@code Written}.
   *
   * @param restoreTo before appending, open the output at this length; −1: it is open
   */
  public record Write(List<Output> rows, long restoreTo) implements Effect {}

  /** Stop the pipeline: a broken invariant, or a refusal that a person must see. */
  public record Fail(String reason) implements Effect {}

  /** Everything has reached its sink: the pipeline is complete. */
  public record Completed() implements Effect {}

  /** End this incarnation; nothing is lost by it. */
  public record Stop() implements Effect {}

  private final List<Effect> effects = new ArrayList<>(4);
  private @Nullable Event event;
  private boolean again;

  /** A step that does nothing yet. */
  public Step() {}

  /** Sends to an entity. */
  public Step send(EntityId to, Message message) {
    effects.add(new Send(to, message));
    return this;
  }

  /** Answers the sender of the message just received. */
  public Step reply(Message message) {
    effects.add(new Reply(message));
    return this;
  }

  /** Adds an effect. */
  public Step add(Effect effect) {
    effects.add(effect);
    return this;
  }

  /** Writes the event; at most one in a step. */
  public Step persist(Event toWrite) {
    if (event != null) {
      throw new IllegalStateException("a step writes two events: " + event + ", " + toWrite);
    }
    event = toWrite;
    return this;
  }

  /** Asks for {@link Message.Continue} after this step. */
  public Step again() {
    again = true;
    return this;
  }

  /** What to do now, in order. */
  public List<Effect> effects() {
    return effects;
  }

  /** What to write, or null. */
  public @Nullable Event event() {
    return event;
  }

  /** Whether {@link Message.Continue} must follow (after the event, if there is one). */
  public boolean wantsAgain() {
    return again;
  }
}
