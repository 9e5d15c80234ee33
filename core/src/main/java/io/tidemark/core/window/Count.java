package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** How many elements there are. */
final class Count<T> implements Aggregate<T, Count.Cell> {
  /** A mutable count. */
  static final class Cell {
    private long value;
  }

  private static final Codec<Cell> CODEC =
      new Codec<>() {
        @Override
        public void write(Cell cell, DataOutput out) throws IOException {
          Bytes.writeVarLong(cell.value, out);
        }

        @Override
        public Cell read(DataInput in) throws IOException {
          Cell cell = new Cell();
          cell.value = Bytes.readVarLong(in);
          return cell;
        }
      };

  @Override
  public String name() {
    return "count";
  }

  @Override
  public Cell create() {
    return new Cell();
  }

  @Override
  public void add(Cell accumulator, T element) {
    accumulator.value++;
  }

  @Override
  public void merge(Cell into, Cell from) {
    into.value += from.value;
  }

  @Override
  public Retraction<Cell> retraction() {
    return (from, part) -> from.value -= part.value;
  }

  @Override
  public Object result(Cell accumulator) {
    return accumulator.value;
  }

  @Override
  public Codec<Cell> codec() {
    return CODEC;
  }
}
