package io.tidemark.core.window;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The value of the element that is first or last in canonical order, of those that have one. It
 * keeps the value with its position, so that elements may come in any order.
 *
 * @param sign what comparing positions says of one that replaces the one kept: 1 keeps the last, −1
 *     the first
 */
record Edge<T>(String name, Field<T, Object> value, int sign) implements Aggregate<T, Edge.Kept> {
  /** The value so far, and where it stands. */
  static final class Kept {
    private @Nullable Position position;
    private @Nullable Object value;
  }

  private static final Codec<Kept> CODEC =
      new Codec<>() {
        @Override
        public void write(Kept kept, DataOutput out) throws IOException {
          ValueCodec.INSTANCE.write(kept.value, out);
          if (kept.position != null) {
            Position.CODEC.write(kept.position, out);
          }
        }

        @Override
        public Kept read(DataInput in) throws IOException {
          Kept kept = new Kept();
          kept.value = ValueCodec.INSTANCE.read(in);
          if (kept.value != null) {
            kept.position = Position.CODEC.read(in);
          }
          return kept;
        }
      };

  @Override
  public Kept create() {
    return new Kept();
  }

  @Override
  public boolean isOrdered() {
    return true;
  }

  @Override
  public void add(Kept accumulator, T element) {
    throw new IllegalStateException(
        "an aggregate that depends on the order of elements got one without a position: aggregate="
            + name);
  }

  @Override
  public void add(Kept accumulator, T element, Position position) {
    offer(accumulator, value.of(element), position);
  }

  @Override
  public void merge(Kept into, Kept from) {
    if (from.position != null) {
      offer(into, from.value, from.position);
    }
  }

  private void offer(Kept kept, @Nullable Object offered, Position position) {
    if (offered != null
        && (kept.position == null || Integer.signum(position.compareTo(kept.position)) == sign)) {
      kept.value = offered;
      kept.position = position;
    }
  }

  @Override
  public @Nullable Object result(Kept accumulator) {
    return accumulator.value;
  }

  @Override
  public Codec<Kept> codec() {
    return CODEC;
  }
}
