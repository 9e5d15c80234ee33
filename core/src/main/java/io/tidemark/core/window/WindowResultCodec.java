package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The codec of a window's results, given that of their keys. */
public final class WindowResultCodec<K> implements Codec<WindowResult<K>> {
  private final Codec<K> keys;

  /** Results with keys of the codec. */
  public WindowResultCodec(Codec<K> keys) {
    this.keys = keys;
  }

  @Override
  public void write(WindowResult<K> result, DataOutput out) throws IOException {
    out.writeLong(result.startMicros());
    out.writeLong(result.endMicros());
    keys.write(result.key(), out);
    Bytes.writeVarInt(result.values().size(), out);
    for (Object value : result.values()) {
      ValueCodec.INSTANCE.write(value, out);
    }
  }

  @Override
  public WindowResult<K> read(DataInput in) throws IOException {
    long startMicros = in.readLong();
    long endMicros = in.readLong();
    K key = keys.read(in);
    int size = Bytes.readVarInt(in);
    List<@Nullable Object> values = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      values.add(ValueCodec.INSTANCE.read(in));
    }
    return new WindowResult<>(startMicros, endMicros, key, Collections.unmodifiableList(values));
  }
}
