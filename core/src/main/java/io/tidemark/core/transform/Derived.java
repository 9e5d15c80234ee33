package io.tidemark.core.transform;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/**
 * A result of a {@link Transform} as it travels: with its place among those of one time.
 *
 * @param key for which it was computed
 * @param number counts the results of the key at one time, from 1
 * @param output which of the transform's outputs it is of; 0 is that of its results
 * @param value what the transform gave
 */
public record Derived(Object key, int number, int output, Object value) {
  /** The canonical order of results of one time: by key, then as they were given. */
  public static Comparator<Object> order(Comparator<Object> keys) {
    return (left, right) -> {
      Derived one = (Derived) left;
      Derived other = (Derived) right;
      int byKey = keys.compare(one.key, other.key);
      return byKey != 0 ? byKey : Integer.compare(one.number, other.number);
    };
  }

  /**
   * How they are written.
   *
   * @param values codecs of the values of each output; which output it is stands there only where
   *     there are several
   */
  public static Codec<Object> codec(Codec<Object> keys, List<Codec<Object>> values) {
    boolean several = values.size() > 1;
    return new Codec<>() {
      @Override
      public void write(Object result, DataOutput out) throws IOException {
        Derived derived = (Derived) result;
        keys.write(derived.key, out);
        Bytes.writeVarInt(derived.number, out);
        if (several) {
          Bytes.writeVarInt(derived.output, out);
        }
        values.get(derived.output).write(derived.value, out);
      }

      @Override
      public Object read(DataInput in) throws IOException {
        Object key = keys.read(in);
        int number = Bytes.readVarInt(in);
        int output = several ? Bytes.readVarInt(in) : 0;
        if (output >= values.size()) {
          throw new IOException("a transform has no such output: actual=" + output);
        }
        return new Derived(key, number, output, values.get(output).read(in));
      }
    };
  }
}
