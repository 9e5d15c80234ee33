package io.tidemark.core.window;

import io.tidemark.core.entity.Computation;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.message.Placed;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A windowed aggregate as an entity runs it: outputs are {@link WindowResult}s. */
public final class WindowComputation implements Computation {
  private final Windowing<Object, Object> step;

  /** Takes ownership of the step. */
  public WindowComputation(Windowing<Object, Object> step) {
    this.step = step;
  }

  @Override
  public void accept(EntityId from, long assignedMicros, Object element) {
    step.accept(assignedMicros, Placed.bare(element));
  }

  @Override
  public void accept(EntityId from, AdmittedBatch.Slice slice) {
    AdmittedBatch.Keyed keyed = slice.batch().keyed();
    if (keyed == null) {
      Computation.super.accept(from, slice);
      return;
    }
    long[] numbers = keyed.numbers();
    for (int i = 0; i < slice.size(); i++) {
      int at = slice.index(i);
      if (numbers == null) {
        step.accept(slice.timeMicros(i), keyed.keys()[at], keyed.hashCodes()[at], slice.value(i));
      } else {
        step.accept(slice.timeMicros(i), numbers[at], keyed.hashCodes()[at], slice.value(i));
      }
    }
  }

  @Override
  public boolean isEmpty() {
    return step.isEmpty();
  }

  @Override
  public long nextDueMicros() {
    return step.nextDueMicros();
  }

  @Override
  public long holdMicros() {
    return step.holdMicros();
  }

  @Override
  public List<Output> fire(long progressMicros, int max) {
    List<WindowResult<Object>> results = step.fire(progressMicros, max);
    List<Output> outputs = new ArrayList<>(results.size());
    for (WindowResult<Object> result : results) {
      outputs.add(new Output(step.resultTimeMicros(result), result));
    }
    return outputs;
  }

  @Override
  public int unrecorded() {
    return step.unrecorded();
  }

  @Override
  public void writeDelta(DataOutput out) throws IOException {
    step.writeDelta(out);
  }

  @Override
  public void writeAll(DataOutput out) throws IOException {
    step.writeAll(out);
  }

  @Override
  public void readInto(DataInput in) throws IOException {
    step.readInto(in);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void fired(Output output) {
    step.remove((WindowResult<Object>) output.value());
  }

  @Override
  public long discard() {
    return step.discard();
  }
}
