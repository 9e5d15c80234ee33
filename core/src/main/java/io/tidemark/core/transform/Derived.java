package io.tidemark.core.transform;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;

/**
 * A result of a {@link Transform} as it travels: with its place among those of one time.
 *
 * @param key for which it was computed
 * @param number counts the results of the key at one time, from 1
 * @param value what the transform gave
 */
public record Derived(Object key, int number, Object value) {
  /** The canonical order of results of one time: by key, then as they were given. */
  public static Comparator<Object> order(Comparator<Object> keys) {
    return (left, right) -> {
      Derived one = (Derived) left;
      Derived other = (Derived) right;
      int byKey = keys.compare(one.key, other.key);
      return byKey != 0 ? byKey : Integer.compare(one.number, other.number);
    };
  }

  /** How they are written, with codecs of keys and values. */
  public static Codec<Object> codec(Codec<Object> keys, Codec<Object> values) {
    return new Codec<>() {
      @Override
      public void write(Object result, DataOutput out) throws IOException {
        Derived derived = (Derived) result;
        keys.write(derived.key, out);
        Bytes.writeVarInt(derived.number, out);
        values.write(derived.value, out);
      }

      @Override
      public Object read(DataInput in) throws IOException {
        Object key = keys.read(in);
        int number = Bytes.readVarInt(in);
        return new Derived(key, number, values.read(in));
      }
    };
  }
}
