package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The aggregates that come with the system. */
public final class Aggregates {
  private Aggregates() {}

  /** How many elements there are: a {@code Long}. */
  @SuppressWarnings("unchecked")
  public static <T> Aggregate<T, ?> count() {
    return (Aggregate<T, ?>) Count.INSTANCE;
  }

  private static final class Count implements Aggregate<Object, LongCell> {
    static final Count INSTANCE = new Count();

    private static final Codec<LongCell> CODEC =
        new Codec<>() {
          @Override
          public void write(LongCell cell, DataOutput out) throws IOException {
            Bytes.writeVarLong(cell.value, out);
          }

          @Override
          public LongCell read(DataInput in) throws IOException {
            LongCell cell = new LongCell();
            cell.value = Bytes.readVarLong(in);
            return cell;
          }
        };

    @Override
    public String name() {
      return "count";
    }

    @Override
    public LongCell create() {
      return new LongCell();
    }

    @Override
    public void add(LongCell accumulator, Object element) {
      accumulator.value++;
    }

    @Override
    public void merge(LongCell into, LongCell from) {
      into.value += from.value;
    }

    @Override
    public @Nullable Object result(LongCell accumulator) {
      return accumulator.value;
    }

    @Override
    public Codec<LongCell> codec() {
      return CODEC;
    }
  }
}
