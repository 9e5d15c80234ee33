package io.tidemark.core.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Accumulators of an aggregate that has no column of its own kind. */
final class ObjectCells<T> implements Cells<T> {
  private final Aggregate<T, Object> aggregate;
  private final @Nullable Object[] accumulators;

  @SuppressWarnings("unchecked")
  ObjectCells(Aggregate<T, ?> aggregate, int capacity) {
    this.aggregate = (Aggregate<T, Object>) aggregate;
    this.accumulators = new Object[capacity];
  }

  @Override
  public Cells<T> empty(int capacity) {
    return new ObjectCells<>(aggregate, capacity);
  }

  private Object at(int slot) {
    Object accumulator = accumulators[slot];
    if (accumulator == null) {
      accumulator = aggregate.create();
      accumulators[slot] = accumulator;
    }
    return accumulator;
  }

  @Override
  public void add(int slot, T element) {
    aggregate.add(at(slot), element);
  }

  @Override
  public void merge(int slot, Cells<T> from, int fromSlot) {
    aggregate.merge(at(slot), ((ObjectCells<T>) from).at(fromSlot));
  }

  @Override
  public void take(int slot, Cells<T> from, int fromSlot) {
    accumulators[slot] = ((ObjectCells<T>) from).accumulators[fromSlot];
  }

  @Override
  public void clear(int slot) {
    accumulators[slot] = null;
  }

  @Override
  public @Nullable Object result(int slot) {
    return aggregate.result(at(slot));
  }

  @Override
  public void write(int slot, DataOutput out) throws IOException {
    aggregate.codec().write(at(slot), out);
  }

  @Override
  public void read(int slot, DataInput in) throws IOException {
    accumulators[slot] = aggregate.codec().read(in);
  }
}
