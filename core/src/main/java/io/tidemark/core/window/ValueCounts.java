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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Values in {@link ValueOrder}, each with how often it came: what any order of accumulation leaves.
 * It holds every distinct value, so it is as large as they are many.
 */
final class ValueCounts {
  /** How many distinct values there are, then each with its count, in order. */
  static final Codec<ValueCounts> CODEC =
      new Codec<>() {
        @Override
        public void write(ValueCounts values, DataOutput out) throws IOException {
          Bytes.writeVarInt(values.counts.size(), out);
          for (Map.Entry<Object, Long> entry : values.counts.entrySet()) {
            ValueCodec.INSTANCE.write(entry.getKey(), out);
            Bytes.writeVarLong(entry.getValue(), out);
          }
        }

        @Override
        public ValueCounts read(DataInput in) throws IOException {
          ValueCounts values = new ValueCounts();
          int distinct = Bytes.readVarInt(in);
          for (int i = 0; i < distinct; i++) {
            Object value = ValueCodec.INSTANCE.read(in);
            if (value == null) {
              throw new IOException("an empty value was counted");
            }
            values.add(value, Bytes.readVarLong(in));
          }
          return values;
        }
      };

  private final TreeMap<Object, Long> counts = new TreeMap<>(ValueOrder.INSTANCE);
  private long size;

  /** Adds a value so many times. */
  void add(Object value, long times) {
    counts.merge(value, times, Long::sum);
    size += times;
  }

  /** Adds all of another, which stays what it is. */
  void merge(ValueCounts from) {
    from.counts.forEach(this::add);
  }

  /** Takes out what was merged; the part stays what it is. */
  void retract(ValueCounts part) {
    part.counts.forEach(
        (value, times) ->
            counts.computeIfPresent(
                value, (any, came) -> came.equals(times) ? null : Long.valueOf(came - times)));
    size -= part.size;
  }

  /** How many values there are, the same one as often as it came. */
  long size() {
    return size;
  }

  /** How many distinct values there are. */
  long distinct() {
    return counts.size();
  }

  /** The value of that rank in order, from 1; null beyond the last. */
  @Nullable Object ranked(long rank) {
    long passed = 0;
    for (Map.Entry<Object, Long> entry : counts.entrySet()) {
      passed += entry.getValue();
      if (passed >= rank) {
        return entry.getKey();
      }
    }
    return null;
  }

  /** All values in order, the same one as often as it came. */
  List<Object> all() {
    List<Object> all = new ArrayList<>();
    counts.forEach((value, times) -> all.addAll(Collections.nCopies(times.intValue(), value)));
    return Collections.unmodifiableList(all);
  }
}
