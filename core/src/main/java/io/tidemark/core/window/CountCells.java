package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Counts. */
final class CountCells<T> implements Cells<T> {
  private final long[] counts;

  CountCells(int capacity) {
    this.counts = new long[capacity];
  }

  @Override
  public Cells<T> empty(int capacity) {
    return new CountCells<>(capacity);
  }

  @Override
  public void add(int slot, T element) {
    counts[slot]++;
  }

  @Override
  public void merge(int slot, Cells<T> from, int fromSlot) {
    counts[slot] += ((CountCells<T>) from).counts[fromSlot];
  }

  @Override
  public void take(int slot, Cells<T> from, int fromSlot) {
    counts[slot] = ((CountCells<T>) from).counts[fromSlot];
  }

  @Override
  public void clear(int slot) {
    counts[slot] = 0;
  }

  @Override
  public Object result(int slot) {
    return counts[slot];
  }

  @Override
  public void write(int slot, DataOutput out) throws IOException {
    Bytes.writeVarLong(counts[slot], out);
  }

  @Override
  public void read(int slot, DataInput in) throws IOException {
    counts[slot] = Bytes.readVarLong(in);
  }
}
