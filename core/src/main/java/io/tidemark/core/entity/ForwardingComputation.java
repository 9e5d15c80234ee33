package io.tidemark.core.entity;

import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A computation around another one, to which it leaves everything that is not overridden. */
public abstract class ForwardingComputation implements Computation {
  /** The other one. */
  protected final Computation computation;

  /** Takes ownership of the computation. */
  protected ForwardingComputation(Computation computation) {
    this.computation = computation;
  }

  @Override
  public void accept(EntityId from, long assignedMicros, Object element) {
    computation.accept(from, assignedMicros, element);
  }

  @Override
  public void accept(EntityId from, AdmittedBatch.Slice slice) {
    computation.accept(from, slice);
  }

  @Override
  public @Nullable String refusal() {
    return computation.refusal();
  }

  @Override
  public boolean isEmpty() {
    return computation.isEmpty();
  }

  @Override
  public long nextDueMicros() {
    return computation.nextDueMicros();
  }

  @Override
  public long holdMicros() {
    return computation.holdMicros();
  }

  @Override
  public List<Output> fire(long progressMicros, int max) {
    return computation.fire(progressMicros, max);
  }

  @Override
  public long nextByClockMicros() {
    return computation.nextByClockMicros();
  }

  @Override
  public Rung ring(long clockMicros, long most, int max) {
    return computation.ring(clockMicros, most, max);
  }

  @Override
  public @Nullable Holding holding() {
    return computation.holding();
  }

  @Override
  public int unrecorded() {
    return computation.unrecorded();
  }

  @Override
  public void writeDelta(DataOutput out) throws IOException {
    computation.writeDelta(out);
  }

  @Override
  public void writeAll(DataOutput out) throws IOException {
    computation.writeAll(out);
  }

  @Override
  public void readInto(DataInput in) throws IOException {
    computation.readInto(in);
  }

  @Override
  public void fired(Output output) {
    computation.fired(output);
  }

  @Override
  public long discard() {
    return computation.discard();
  }
}
