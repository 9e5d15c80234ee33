package io.tidemark.core.entity;

import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A keyed computation as its entity sees it: elements and progress go in, outputs come out, and
 * what changed can be written down.
 *
 * <p>Deterministic: its outputs are a function of the elements alone, whatever the order in which
 * those of different senders come, and whatever the steps of progress. Not thread-safe: owned by
 * one entity.
 */
public interface Computation {
  /**
   * Takes an element; it is at or after all progress so far.
   *
   * @param from who handed it on, whose elements come in the order in which it does
   */
  void accept(EntityId from, long assignedMicros, Object element);

  /** Takes the elements of a slice; all are at or after all progress so far. */
  default void accept(EntityId from, AdmittedBatch.Slice slice) {
    for (int i = 0; i < slice.size(); i++) {
      accept(from, slice.timeMicros(i), slice.value(i));
    }
  }

  /** Why the pipeline must stop after what was accepted; null where it need not. */
  default @Nullable String refusal() {
    return null;
  }

  /** Whether nothing is open: no progress would bring an output. */
  boolean isEmpty();

  /** The least progress that brings an output; meaningless when {@link #isEmpty}. */
  long nextDueMicros();

  /** The earliest time of an output still to come; {@code Time.MAX} when {@link #isEmpty}. */
  long holdMicros();

  /**
   * Outputs final at the progress, in canonical order, at most {@code max}: call again for more.
   */
  List<Output> fire(long progressMicros, int max);

  /**
   * The least time of the clock, in microseconds, that brings something; {@link Time#MAX} where the
   * clock brings nothing.
   */
  default long nextByClockMicros() {
    return Time.MAX;
  }

  /**
   * Runs what waits for the clock, in order; nothing is due by progress.
   *
   * @param clockMicros what the clock reads
   * @param most so many timers run at most
   * @param max no further timer runs once there are so many outputs
   */
  default Rung ring(long clockMicros, long most, int max) {
    return Rung.NONE;
  }

  /**
   * What the clock brought.
   *
   * @param timers how many ran
   */
  record Rung(long timers, List<Output> outputs) {
    /** Nothing. */
    public static final Rung NONE = new Rung(0, List.of());

    /** Copies the list. */
    public Rung {
      outputs = List.copyOf(outputs);
    }
  }

  /** What holds progress at {@link #holdMicros}; null where that is an element or a window. */
  default @Nullable Holding holding() {
    return null;
  }

  /** How many pieces of state changed since the last {@link #writeDelta}. */
  int unrecorded();

  /** Writes what changed since the last time and still stands. */
  void writeDelta(DataOutput out) throws IOException;

  /** Writes all that stands. */
  void writeAll(DataOutput out) throws IOException;

  /** In recovery: takes a delta or everything. */
  void readInto(DataInput in) throws IOException;

  /** In recovery: this output was fired. */
  void fired(Output output);

  /** Drops all that is open; how many outputs that cost. */
  long discard();
}
