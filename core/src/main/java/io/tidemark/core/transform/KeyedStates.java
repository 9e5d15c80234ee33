package io.tidemark.core.transform;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.transform.KeyedState.SetTimer;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a transform keeps of all keys of one entity, and which of it changed since it was written
 * down. A key without state and timers is forgotten once no result can have the time of one that it
 * gave, so that results of one time are numbered alike whenever that happens.
 */
final class KeyedStates {
  private final Codec<Object> keyCodec;
  private final Codec<Object> states;
  private final Comparator<Object> order;
  private final Timers timers;
  private final Map<Object, KeyedState> keys = new HashMap<>();
  private final Map<Object, KeyedState> changed = new LinkedHashMap<>();

  /** Keys that were without state and timers when they were added. */
  private final Deque<KeyedState> leaving = new ArrayDeque<>();

  KeyedStates(
      Codec<Object> keyCodec, Codec<Object> states, Comparator<Object> order, Timers timers) {
    this.keyCodec = keyCodec;
    this.states = states;
    this.order = order;
    this.timers = timers;
  }

  /** What is kept of a key, from here on. */
  KeyedState of(Object key) {
    return keys.computeIfAbsent(key, KeyedState::new);
  }

  /** What is kept of a key; null where nothing is. */
  @Nullable KeyedState find(Object key) {
    return keys.get(key);
  }

  int size() {
    return keys.size();
  }

  /** How many keys changed since the last delta. */
  int changed() {
    return changed.size();
  }

  /** Something of the key changed. */
  void change(KeyedState key) {
    if (!key.changed) {
      key.changed = true;
      changed.put(key.key, key);
    }
    if (key.isEmpty()) {
      leaving.add(key);
    }
  }

  /**
   * Forgets keys without state and timers.
   *
   * @param reachedMicros no result from here on has an earlier time
   */
  void forgetEmpty(long reachedMicros) {
    while (!leaving.isEmpty()) {
      KeyedState key = leaving.peek();
      if (key.isEmpty() && key.lastResultMicros() >= reachedMicros) {
        return;
      }
      leaving.remove();
      // Only who is there: a later one of the same key would be marked in place of itself.
      if (key.isEmpty() && keys.remove(key.key, key) && !key.changed) {
        changed.put(key.key, key);
      }
    }
  }

  /** Writes the keys that changed since the last time. */
  void writeDelta(DataOutput out) throws IOException {
    write(changed, true, out);
    for (KeyedState key : changed.values()) {
      key.changed = false;
    }
    changed.clear();
  }

  /** Writes all keys, in an order that depends on nothing but the keys. */
  void writeAll(DataOutput out) throws IOException {
    Map<Object, KeyedState> inOrder = new TreeMap<>(order);
    inOrder.putAll(keys);
    write(inOrder, false, out);
  }

  private void write(Map<Object, KeyedState> some, boolean inDelta, DataOutput out)
      throws IOException {
    Bytes.writeVarInt(some.size(), out);
    for (Object key : some.keySet()) {
      keyCodec.write(key, out);
      KeyedState state = keys.get(key);
      out.writeBoolean(state != null);
      if (state != null) {
        state.write(states, inDelta, out);
      }
    }
  }

  /** In recovery: takes a delta, or everything. */
  void read(DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    for (int i = 0; i < size; i++) {
      Object key = keyCodec.read(in);
      KeyedState before = keys.remove(key);
      if (before != null) {
        timers.deleteAll(before);
      }
      if (in.readBoolean()) {
        KeyedState state = new KeyedState(key);
        for (SetTimer timer : state.read(states, before == null ? null : before.state, in)) {
          timers.set(timer);
        }
        keys.put(key, state);
        if (state.isEmpty()) {
          leaving.add(state);
        }
      }
    }
  }
}
