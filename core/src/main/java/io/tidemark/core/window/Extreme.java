package io.tidemark.core.window;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.row.ValueOrder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The value that comes first or last.
 *
 * @param sign what {@link ValueOrder} says of a value that replaces the one kept: 1 keeps the
 *     largest, −1 the least
 */
record Extreme<T>(String name, Field<T, Object> value, int sign)
    implements Aggregate<T, Extreme.Kept> {
  /** The value so far, or null. */
  static final class Kept {
    private @Nullable Object value;
  }

  private static final Codec<Kept> CODEC =
      new Codec<>() {
        @Override
        public void write(Kept kept, DataOutput out) throws IOException {
          ValueCodec.INSTANCE.write(kept.value, out);
        }

        @Override
        public Kept read(DataInput in) throws IOException {
          Kept kept = new Kept();
          kept.value = ValueCodec.INSTANCE.read(in);
          return kept;
        }
      };

  @Override
  public Kept create() {
    return new Kept();
  }

  @Override
  public void add(Kept accumulator, T element) {
    offer(accumulator, value.of(element));
  }

  @Override
  public void merge(Kept into, Kept from) {
    offer(into, from.value);
  }

  private void offer(Kept kept, @Nullable Object offered) {
    if (offered != null
        && (kept.value == null
            || Integer.signum(ValueOrder.INSTANCE.compare(offered, kept.value)) == sign)) {
      kept.value = offered;
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
