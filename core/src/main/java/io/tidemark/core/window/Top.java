package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.row.ValueOrder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something of the elements in which a value is largest, the largest first; where it is the same,
 * in order of what is taken. It keeps no more elements than it gives.
 *
 * @param most how many elements at most; above zero
 * @param by the value that ranks an element; one without it is skipped
 * @param taken what stands in the result
 */
record Top<T>(int most, Field<T, Object> by, Field<T, Object> taken)
    implements Aggregate<T, Top.Ranking> {
  Top {
    if (most < 1) {
      throw new IllegalArgumentException("how many at the top is above zero: actual=" + most);
    }
  }

  /** An element's place: the value that ranks it, and what is taken of it. */
  private record Ranked(Object by, @Nullable Object taken) {
    static final Comparator<Ranked> ORDER =
        (left, right) -> {
          int byRank = ValueOrder.INSTANCE.compare(right.by, left.by);
          return byRank != 0 ? byRank : ValueOrder.INSTANCE.compare(left.taken, right.taken);
        };
  }

  /** The elements at the top so far, the first of them first. */
  static final class Ranking {
    private final List<Ranked> ranked = new ArrayList<>();

    private void offer(Ranked offered, int most) {
      int found = Collections.binarySearch(ranked, offered, Ranked.ORDER);
      int at = found < 0 ? -found - 1 : found;
      if (at < most) {
        ranked.add(at, offered);
        if (ranked.size() > most) {
          ranked.remove(most);
        }
      }
    }
  }

  private static final Codec<Ranking> CODEC =
      new Codec<>() {
        @Override
        public void write(Ranking ranking, DataOutput out) throws IOException {
          Bytes.writeVarInt(ranking.ranked.size(), out);
          for (Ranked ranked : ranking.ranked) {
            ValueCodec.INSTANCE.write(ranked.by, out);
            ValueCodec.INSTANCE.write(ranked.taken, out);
          }
        }

        @Override
        public Ranking read(DataInput in) throws IOException {
          Ranking ranking = new Ranking();
          int size = Bytes.readVarInt(in);
          for (int i = 0; i < size; i++) {
            Object by = ValueCodec.INSTANCE.read(in);
            if (by == null) {
              throw new IOException("an empty value was ranked");
            }
            ranking.ranked.add(new Ranked(by, ValueCodec.INSTANCE.read(in)));
          }
          return ranking;
        }
      };

  @Override
  public String name() {
    return "top";
  }

  @Override
  public Ranking create() {
    return new Ranking();
  }

  @Override
  public void add(Ranking accumulator, T element) {
    Object rank = by.of(element);
    if (rank != null) {
      accumulator.offer(new Ranked(rank, taken.of(element)), most);
    }
  }

  @Override
  public void merge(Ranking into, Ranking from) {
    from.ranked.forEach(ranked -> into.offer(ranked, most));
  }

  @Override
  public @Nullable Object result(Ranking accumulator) {
    if (accumulator.ranked.isEmpty()) {
      return null;
    }
    List<@Nullable Object> taken = new ArrayList<>();
    accumulator.ranked.forEach(ranked -> taken.add(ranked.taken));
    return Collections.unmodifiableList(taken);
  }

  @Override
  public Codec<Ranking> codec() {
    return CODEC;
  }
}
