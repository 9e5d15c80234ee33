package io.tidemark.core.message;

import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An element with what its partition knows of it: what is handed on to who depends on the order of
 * elements, since those of different substreams overtake each other, or asks for more than their
 * assigned time.
 *
 * @param origin what the partition knows
 * @param value the element
 */
public record Placed(Origin origin, Object value) {
  /** The element alone, with its origin or without. */
  public static Object bare(Object element) {
    return element instanceof Placed placed ? placed.value : element;
  }

  /** How they are written, with the codec of elements. */
  public static Codec<Object> codec(Codec<Object> elements) {
    return new Codec<>() {
      @Override
      public void write(Object element, DataOutput out) throws IOException {
        Placed placed = (Placed) element;
        placed.origin.write(out);
        elements.write(placed.value, out);
      }

      @Override
      public Object read(DataInput in) throws IOException {
        Origin origin = Origin.read(in);
        return new Placed(origin, elements.read(in));
      }
    };
  }
}
