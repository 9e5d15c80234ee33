package io.tidemark.core.message;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;

/**
 * One of the things that are made of one element. It is written as the element and its number, and
 * made again where it is read.
 *
 * @param held the element as it is held
 * @param number counts what is made of the element, from 0: a further number in the canonical order
 * @param value what is made of it
 */
public record Piece(Object held, int number, Object value) {
  /** The canonical order of pieces, of that of the elements. */
  public static Comparator<Object> order(Comparator<Object> elements) {
    return (left, right) -> {
      Piece one = (Piece) left;
      Piece other = (Piece) right;
      int byElement = elements.compare(one.held, other.held);
      return byElement != 0 ? byElement : Integer.compare(one.number, other.number);
    };
  }

  /** How they are written, with the codec of elements. */
  public static Codec<Object> codec(Codec<Object> elements, Pieces pieces) {
    return new Codec<>() {
      @Override
      public void write(Object element, DataOutput out) throws IOException {
        Piece piece = (Piece) element;
        elements.write(piece.held, out);
        Bytes.writeVarInt(piece.number, out);
      }

      @Override
      public Object read(DataInput in) throws IOException {
        Object held = elements.read(in);
        int number = Bytes.readVarInt(in);
        for (Piece piece : pieces.pieces(held)) {
          if (piece.number == number) {
            return piece;
          }
        }
        throw new IOException(
            "an element makes fewer pieces than it did: element="
                + held
                + ", piece="
                + number
                + "; what is made of an element depends on the element alone");
      }
    };
  }
}
