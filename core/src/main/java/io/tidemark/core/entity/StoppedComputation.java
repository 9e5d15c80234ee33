package io.tidemark.core.entity;

import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import java.util.List;
import java.util.OptionalLong;

/**
 * A computation up to a time, its stop: elements at or after it are passed over, and what is due
 * there or later never fires. What comes of it before the stop is what comes of the computation
 * alone. To its entity it is empty as soon as nothing is due before the stop; so nobody waits for
 * what is open then, and it can be looked at.
 */
public final class StoppedComputation extends ForwardingComputation {
  private final long stopMicros;
  private boolean discarded;

  /**
   * Takes ownership of the computation.
   *
   * @param stopMicros finite
   */
  public StoppedComputation(Computation computation, long stopMicros) {
    super(computation);
    this.stopMicros = stopMicros;
  }

  @Override
  public void accept(EntityId from, long assignedMicros, Object element) {
    if (assignedMicros < stopMicros) {
      computation.accept(from, assignedMicros, element);
    }
  }

  @Override
  public void accept(EntityId from, AdmittedBatch.Slice slice) {
    if (isBeforeStop(slice)) {
      computation.accept(from, slice);
    } else {
      for (int i = 0; i < slice.size(); i++) {
        accept(from, slice.timeMicros(i), slice.value(i));
      }
    }
  }

  private boolean isBeforeStop(AdmittedBatch.Slice slice) {
    for (int i = 0; i < slice.size(); i++) {
      if (slice.timeMicros(i) >= stopMicros) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isEmpty() {
    return discarded || computation.isEmpty() || computation.nextDueMicros() >= stopMicros;
  }

  @Override
  public long nextDueMicros() {
    return isEmpty() ? Time.MAX : computation.nextDueMicros();
  }

  @Override
  public long holdMicros() {
    return isEmpty() ? Time.MAX : computation.holdMicros();
  }

  @Override
  public List<Output> fire(long progressMicros, int max) {
    return computation.fire(Math.min(progressMicros, Time.minus(stopMicros, 1)), max);
  }

  /** The least progress that would bring an output, at or after the stop too; empty: none would. */
  public OptionalLong openDueMicros() {
    return computation.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(computation.nextDueMicros());
  }

  /**
   * Takes out what is open, as the outputs that it would be if no element followed, in canonical
   * order, at most {@code max}: call again for more. No element may come afterwards.
   */
  public List<Output> takeOpen(int max) {
    return computation.fire(Time.MAX, max);
  }

  /** The input has ended: nothing fires any more, and what is open then can still be looked at. */
  @Override
  public long discard() {
    discarded = true;
    return 0;
  }
}
