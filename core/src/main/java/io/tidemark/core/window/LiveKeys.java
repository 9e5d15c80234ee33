package io.tidemark.core.window;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The keys whose next window gives a row even if it is empty, in the order of these rows. Not
 * thread-safe: owned by one step.
 */
final class LiveKeys<K> {
  /** A key that had an element, and not too long ago. */
  static final class Live<K> {
    final K key;

    /** The end of its next window. */
    private long nextEndMicros;

    /** How many empty windows may still follow. */
    private int left;

    /** Changed since the last delta, and whether one, or a snapshot, has it. */
    private boolean changed;

    private boolean recorded;

    Live(K key) {
      this.key = key;
    }

    long nextEndMicros() {
      return nextEndMicros;
    }
  }

  private final FilledWindows windows;
  private final Codec<K> codec;
  private final Comparator<K> order;
  private final Map<K, Live<K>> keys = new HashMap<>();
  private final TreeSet<Live<K>> queue;

  /** Keys that were recorded, and have been forgotten since the last delta. */
  private final TreeSet<K> gone;

  private int changed;

  LiveKeys(FilledWindows windows, KeySelector<?, K> keys) {
    this.windows = windows;
    this.codec = keys.codec();
    this.order = keys.order();
    this.queue =
        new TreeSet<>(
            Comparator.comparingLong((Live<K> live) -> live.nextEndMicros)
                .thenComparing(live -> live.key, order));
    this.gone = new TreeSet<>(order);
  }

  int size() {
    return keys.size();
  }

  /** The one whose row would be first; null where there is none. */
  @Nullable Live<K> first() {
    return queue.isEmpty() ? null : queue.first();
  }

  /** A window of the key has given a row with elements. */
  void filled(K key, long endMicros) {
    Live<K> live = keys.get(key);
    if (live == null) {
      live = new Live<>(key);
      live.recorded = gone.remove(key);
      keys.put(key, live);
    } else {
      queue.remove(live);
    }
    live.left = windows.inARow();
    goOn(live, endMicros);
  }

  /** The next window of the key has given a row without elements. */
  void passedEmpty(Live<K> live) {
    queue.remove(live);
    live.left--;
    goOn(live, live.nextEndMicros);
  }

  private void goOn(Live<K> live, long endMicros) {
    live.nextEndMicros = Time.plus(endMicros, windows.of().hopMicros());
    if (live.left == 0 || live.nextEndMicros == Time.MAX) {
      forget(live);
    } else {
      queue.add(live);
      mark(live);
    }
  }

  private void forget(Live<K> live) {
    keys.remove(live.key);
    if (live.changed) {
      live.changed = false;
      changed--;
    }
    if (live.recorded) {
      gone.add(live.key);
    }
  }

  private void mark(Live<K> live) {
    if (!live.changed) {
      live.changed = true;
      changed++;
    }
  }

  /** Forgets all keys. */
  void clear() {
    queue.clear();
    List.copyOf(keys.values()).forEach(this::forget);
  }

  // ---- the journal

  /** How many keys changed, or were forgotten, since the last delta. */
  int unrecorded() {
    return changed + gone.size();
  }

  void writeDelta(DataOutput out) throws IOException {
    List<Live<K>> news = new ArrayList<>();
    for (Live<K> live : keys.values()) {
      if (live.changed) {
        live.changed = false;
        news.add(live);
      }
    }
    write(news, out);
    Bytes.writeVarInt(gone.size(), out);
    for (K key : gone) {
      codec.write(key, out);
    }
    gone.clear();
    changed = 0;
  }

  void writeAll(DataOutput out) throws IOException {
    write(new ArrayList<>(keys.values()), out);
    Bytes.writeVarInt(0, out);
  }

  private void write(List<Live<K>> written, DataOutput out) throws IOException {
    written.sort(Comparator.comparing(live -> live.key, order));
    Bytes.writeVarInt(written.size(), out);
    for (Live<K> live : written) {
      codec.write(live.key, out);
      out.writeLong(live.nextEndMicros);
      Bytes.writeVarInt(live.left, out);
      live.recorded = true;
    }
  }

  void read(DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    for (int i = 0; i < size; i++) {
      Live<K> live = new Live<>(codec.read(in));
      live.nextEndMicros = in.readLong();
      live.left = Bytes.readVarInt(in);
      live.recorded = true;
      Live<K> before = keys.put(live.key, live);
      if (before != null) {
        queue.remove(before);
      }
      queue.add(live);
    }
    int forgotten = Bytes.readVarInt(in);
    for (int i = 0; i < forgotten; i++) {
      Live<K> before = keys.remove(codec.read(in));
      if (before != null) {
        queue.remove(before);
      }
    }
  }
}
