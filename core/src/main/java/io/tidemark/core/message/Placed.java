package io.tidemark.core.message;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An element with its place in its source partition: what substreams hand on to a computation that
 * depends on order, since elements of different substreams overtake each other.
 *
 * @param file index of the file within the partition
 * @param position in the file
 * @param value the element
 */
public record Placed(int file, long position, Object value) {
  /** The element alone, with a place or without. */
  public static Object bare(Object element) {
    return element instanceof Placed placed ? placed.value : element;
  }

  /** How they are written, with the codec of elements. */
  public static Codec<Object> codec(Codec<Object> elements) {
    return new Codec<>() {
      @Override
      public void write(Object element, DataOutput out) throws IOException {
        Placed placed = (Placed) element;
        Bytes.writeVarInt(placed.file, out);
        Bytes.writeVarLong(placed.position, out);
        elements.write(placed.value, out);
      }

      @Override
      public Object read(DataInput in) throws IOException {
        int file = Bytes.readVarInt(in);
        long position = Bytes.readVarLong(in);
        return new Placed(file, position, elements.read(in));
      }
    };
  }
}
