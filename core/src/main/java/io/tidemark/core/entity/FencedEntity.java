package io.tidemark.core.entity;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What all members of a pipeline share: a generation, taken with a fence at the start and adopted
 * when a larger one is heard, each durable before it has an effect.
 *
 * <p>A starting member takes the largest generation in its journal plus one. A message of a larger
 * generation is put aside until that generation is written, and then handled.
 */
public abstract class FencedEntity implements Entity {
  private static final int SNAPSHOT_AFTER_EVENTS = 512;

  private final Deque<Message> aside = new ArrayDeque<>();
  private long generation;
  private long fence;
  private @Nullable Event writing;
  private final EntityId self;
  private final SnapshotFormat format;
  private final SnapshotPace pace = new SnapshotPace(SNAPSHOT_AFTER_EVENTS);

  /**
   * A member that has done nothing.
   *
   * @param format of its snapshots
   */
  protected FencedEntity(EntityId self, SnapshotFormat format) {
    this.self = self;
    this.format = format;
  }

  /** The generation this member works under. */
  protected final long generation() {
    return generation;
  }

  /** The generation that this incarnation took at its start: what its writes stand under. */
  protected final long fence() {
    return fence;
  }

  /** Whether a message of the generation is of this member's own. */
  protected final boolean own(long messageGeneration) {
    return messageGeneration == generation;
  }

  @Override
  public final void replay(Event event) {
    pace.event(event);
    if (event instanceof Event.GenerationTaken taken) {
      generation = Math.max(generation, taken.generation());
    } else {
      apply(event);
    }
  }

  @Override
  public final Step start(long nowMicros) {
    Step step = new Step();
    write(step, new Event.GenerationTaken(generation + 1, true));
    return step;
  }

  @Override
  public final Step receive(long nowMicros, Message message) {
    Step step = new Step();
    Message due = message;
    if (message instanceof Message.Continue) {
      Message first = aside.poll();
      if (first == null) {
        orFail(() -> resume(nowMicros, step), step);
        return step;
      }
      due = first;
    }
    if (due instanceof Message.Tagged tagged && tagged.generation() > generation) {
      aside.addFirst(due);
      write(step, new Event.GenerationTaken(tagged.generation(), false));
      return step;
    }
    Message handled = due;
    orFail(() -> handle(nowMicros, handled, step), step);
    if (!aside.isEmpty()) {
      step.again();
    }
    return step;
  }

  @Override
  public final Step persisted(long nowMicros) {
    Step step = new Step();
    Event event = writing;
    writing = null;
    if (event instanceof Event.GenerationTaken taken) {
      generation = taken.generation();
      if (taken.fence()) {
        fence = generation;
        recovered(nowMicros, step);
      } else {
        adopted(nowMicros, step);
      }
    } else if (event != null) {
      orFail(() -> recorded(nowMicros, event, step), step);
    }
    if (!aside.isEmpty()) {
      step.again();
    }
    return step;
  }

  private static void orFail(Runnable decision, Step step) {
    try {
      decision.run();
    } catch (DataError e) {
      step.add(new Step.Fail(String.valueOf(e.getMessage())));
    }
  }

  @Override
  public final boolean snapshotDue() {
    return pace.isDue();
  }

  @Override
  public final byte[] snapshot() {
    long recorded =
        writing instanceof Event.GenerationTaken taken ? taken.generation() : generation;
    return pace.snapshot(
        format.write(
            out -> {
              Bytes.writeVarLong(recorded, out);
              writeState(out);
            }));
  }

  @Override
  public final void restore(byte[] snapshot) {
    format.read(
        self,
        pace.snapshot(snapshot),
        in -> {
          generation = Bytes.readVarLong(in);
          readState(in);
        });
  }

  /** Writes an event; {@link #recorded} is told when it is durable. */
  protected final void write(Step step, Event event) {
    writing = event;
    pace.event(event);
    step.persist(event);
  }

  /** Whether the step in hand already writes an event. */
  protected final boolean isWriting() {
    return writing != null;
  }

  /** Applies a recorded event that is not about generations. */
  protected abstract void apply(Event event);

  /** Writes what the events so far amount to, beside the generation. */
  protected abstract void writeState(DataOutput out) throws IOException;

  /** Reads what {@link #writeState} wrote. */
  protected abstract void readState(DataInput in) throws IOException;

  /** Recovery is complete and the fence is durable. */
  protected abstract void recovered(long nowMicros, Step step);

  /** A larger generation was adopted: delivered marks fall back to durable ones. */
  protected abstract void adopted(long nowMicros, Step step);

  /** A message of this or a smaller generation, or of the shell. */
  protected abstract void handle(long nowMicros, Message message, Step step);

  /** An event of this member is durable. */
  protected abstract void recorded(long nowMicros, Event event, Step step);

  /** The shell goes on as the entity asked by {@link Step#again}. */
  protected abstract void resume(long nowMicros, Step step);
}
