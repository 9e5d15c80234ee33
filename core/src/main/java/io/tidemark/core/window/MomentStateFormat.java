package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How the state of a {@link MomentStep} is written: a version, the number of aggregates, the
 * largest progress that fired, then keys in order, each with the time of its last row and its
 * moments. Deltas and whole states have one form; a delta has only moments that changed.
 */
final class MomentStateFormat<K> {
  /** Panes have 1, sessions 2, several windows 3. */
  private static final int VERSION = 4;

  private final Codec<K> keyCodec;
  private final Comparator<KeyMoments<K>> order;
  private final Codec<Object> accumulators;
  private final int width;

  MomentStateFormat(KeySelector<?, K> keys, Codec<Object> accumulators, int width) {
    this.keyCodec = keys.codec();
    this.order = Comparator.comparing((KeyMoments<K> of) -> of.key, keys.order());
    this.accumulators = accumulators;
    this.width = width;
  }

  /** Writes moments that changed, and marks them so. */
  void writeDelta(long closedMicros, Collection<KeyMoments<K>> all, DataOutput out)
      throws IOException {
    List<KeyMoments<K>> changed = new ArrayList<>();
    for (KeyMoments<K> of : all) {
      if (of.changed > 0) {
        changed.add(of);
      }
    }
    writeHead(closedMicros, changed, out);
    for (KeyMoments<K> of : changed) {
      writeKey(of, of.changed, out);
      for (Map.Entry<Long, Moment> moment : of.moments.entrySet()) {
        if (moment.getValue().changed) {
          write(moment, out);
          moment.getValue().changed = false;
        }
      }
      of.changed = 0;
    }
  }

  void writeAll(long closedMicros, Collection<KeyMoments<K>> all, DataOutput out)
      throws IOException {
    List<KeyMoments<K>> keys = new ArrayList<>(all);
    writeHead(closedMicros, keys, out);
    for (KeyMoments<K> of : keys) {
      writeKey(of, of.moments.size(), out);
      for (Map.Entry<Long, Moment> moment : of.moments.entrySet()) {
        write(moment, out);
      }
    }
  }

  private void writeHead(long closedMicros, List<KeyMoments<K>> keys, DataOutput out)
      throws IOException {
    keys.sort(order);
    out.writeByte(VERSION);
    Bytes.writeVarInt(width, out);
    out.writeLong(closedMicros);
    Bytes.writeVarInt(keys.size(), out);
  }

  private void writeKey(KeyMoments<K> of, int moments, DataOutput out) throws IOException {
    keyCodec.write(of.key, out);
    out.writeLong(of.doneMicros);
    Bytes.writeVarInt(moments, out);
  }

  private void write(Map.Entry<Long, Moment> moment, DataOutput out) throws IOException {
    out.writeLong(moment.getKey());
    accumulators.write(moment.getValue().accumulated, out);
  }

  /** Reads into the keys; returns the largest progress that had fired. */
  long read(Map<K, KeyMoments<K>> all, DataInput in) throws IOException {
    int version = in.readByte();
    int aggregates = Bytes.readVarInt(in);
    if (version != VERSION || aggregates != width) {
      throw new IOException(
          "window state of another version or other aggregates: expected="
              + VERSION
              + " with "
              + width
              + ", actual="
              + version
              + " with "
              + aggregates);
    }
    long closedMicros = in.readLong();
    int count = Bytes.readVarInt(in);
    for (int i = 0; i < count; i++) {
      KeyMoments<K> of = all.computeIfAbsent(keyCodec.read(in), KeyMoments::new);
      of.running = null;
      of.doneMicros = Math.max(of.doneMicros, in.readLong());
      int moments = Bytes.readVarInt(in);
      for (int k = 0; k < moments; k++) {
        long micros = in.readLong();
        of.put(micros, new Moment(accumulators.read(in)));
      }
    }
    return closedMicros;
  }
}
