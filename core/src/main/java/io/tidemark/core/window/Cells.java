package io.tidemark.core.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What one aggregate has accumulated for the keys of a {@link KeyTable}: a column, with one cell
 * for each slot of the table. Numbers stand in the column itself, so that an element touches a
 * cache line of numbers and not an object of its own somewhere on the heap. Not thread-safe: owned
 * by one table.
 *
 * @param <T> the type of the elements
 */
interface Cells<T> {
  /** An empty column for an aggregate. */
  @SuppressWarnings("unchecked")
  static <T> Cells<T> of(Aggregate<T, ?> aggregate, int capacity) {
    Aggregate<T, ?> known =
        aggregate instanceof Renamed<T, ?> renamed ? renamed.renamed() : aggregate;
    if (known instanceof Count<?>) {
      return new CountCells<>(capacity);
    }
    if (known instanceof Composite<?> composite) {
      return new CompositeCells<>((Composite<T>) composite, capacity);
    }
    return new ObjectCells<>(known, capacity);
  }

  /** An empty column of the same aggregate. */
  Cells<T> empty(int capacity);

  /** Adds an element to a cell, which may be empty. */
  void add(int slot, T element);

  /** Adds what a cell of another column of the same aggregate holds, and leaves that as it is. */
  void merge(int slot, Cells<T> from, int fromSlot);

  /** Takes over a cell of another column of the same aggregate, which is not used any more. */
  void take(int slot, Cells<T> from, int fromSlot);

  /** Empties a cell. */
  void clear(int slot);

  /** The result: a value a row can hold, null over no value. */
  @Nullable Object result(int slot);

  /** Writes a cell as the aggregate's codec does. */
  void write(int slot, DataOutput out) throws IOException;

  /** Replaces a cell by what was written. */
  void read(int slot, DataInput in) throws IOException;
}
