package io.tidemark.core.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column for each part of a composite. */
final class CompositeCells<T> implements Cells<T> {
  private final Cells<T>[] parts;

  CompositeCells(Composite<T> composite, int capacity) {
    this(composite.parts().stream().map(part -> Cells.of(part, capacity)).toList());
  }

  @SuppressWarnings("unchecked")
  private CompositeCells(List<Cells<T>> parts) {
    this.parts = (Cells<T>[]) parts.toArray(new Cells<?>[0]);
  }

  @Override
  public Cells<T> empty(int capacity) {
    return new CompositeCells<>(List.of(parts).stream().map(p -> p.empty(capacity)).toList());
  }

  @Override
  public void add(int slot, T element) {
    for (Cells<T> part : parts) {
      part.add(slot, element);
    }
  }

  @Override
  public void merge(int slot, Cells<T> from, int fromSlot) {
    for (int i = 0; i < parts.length; i++) {
      parts[i].merge(slot, ((CompositeCells<T>) from).parts[i], fromSlot);
    }
  }

  @Override
  public void take(int slot, Cells<T> from, int fromSlot) {
    for (int i = 0; i < parts.length; i++) {
      parts[i].take(slot, ((CompositeCells<T>) from).parts[i], fromSlot);
    }
  }

  @Override
  public void clear(int slot) {
    for (Cells<T> part : parts) {
      part.clear(slot);
    }
  }

  @Override
  public Object result(int slot) {
    List<@Nullable Object> values = new ArrayList<>(parts.length);
    for (Cells<T> part : parts) {
      values.add(part.result(slot));
    }
    return Collections.unmodifiableList(values);
  }

  @Override
  public void write(int slot, DataOutput out) throws IOException {
    for (Cells<T> part : parts) {
      part.write(slot, out);
    }
  }

  @Override
  public void read(int slot, DataInput in) throws IOException {
    for (Cells<T> part : parts) {
      part.read(slot, in);
    }
  }
}
