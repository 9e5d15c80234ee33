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
  /**
   * The value so far. A number is kept as such: comparing it touches no other object, and most
   * extremes are of numbers.
   */
  static final class Kept {
    private Kind kind = Kind.NONE;
    private double ofDoubles;
    private long ofLongs;
    private @Nullable Object other;

    @Nullable Object value() {
      return switch (kind) {
        case NONE -> null;
        case DOUBLE -> ofDoubles;
        case LONG -> ofLongs;
        case OTHER -> other;
      };
    }
  }

  private enum Kind {
    NONE,
    DOUBLE,
    LONG,
    OTHER
  }

  private static final Codec<Kept> CODEC =
      new Codec<>() {
        @Override
        public void write(Kept kept, DataOutput out) throws IOException {
          ValueCodec.INSTANCE.write(kept.value(), out);
        }

        @Override
        public Kept read(DataInput in) throws IOException {
          Kept kept = new Kept();
          keep(kept, ValueCodec.INSTANCE.read(in));
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
    offer(into, from.value());
  }

  private void offer(Kept kept, @Nullable Object offered) {
    if (offered != null
        && (kept.kind == Kind.NONE || Integer.signum(compare(offered, kept)) == sign)) {
      keep(kept, offered);
    }
  }

  private static int compare(Object offered, Kept kept) {
    if (kept.kind == Kind.DOUBLE && offered instanceof Double number) {
      return Double.compare(number, kept.ofDoubles);
    }
    if (kept.kind == Kind.LONG && offered instanceof Long number) {
      return Long.compare(number, kept.ofLongs);
    }
    return ValueOrder.INSTANCE.compare(offered, kept.value());
  }

  private static void keep(Kept kept, @Nullable Object value) {
    if (value instanceof Double number) {
      kept.kind = Kind.DOUBLE;
      kept.ofDoubles = number;
    } else if (value instanceof Long number) {
      kept.kind = Kind.LONG;
      kept.ofLongs = number;
    } else if (value != null) {
      kept.kind = Kind.OTHER;
      kept.other = value;
    }
  }

  @Override
  public @Nullable Object result(Kept accumulator) {
    return accumulator.value();
  }

  @Override
  public Codec<Kept> codec() {
    return CODEC;
  }
}
