package io.tidemark.core.transform;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a transform keeps of one key: its state, its timers, and how its results are counted. */
final class KeyedState {
  /** A timer that has not run. */
  static final class SetTimer {
    final KeyedState key;
    final Timer timer;
    final long holdMicros;

    /** It has run, or was deleted or replaced. */
    boolean deleted;

    SetTimer(KeyedState key, Timer timer, long holdMicros) {
      this.key = key;
      this.timer = timer;
      this.holdMicros = holdMicros;
    }
  }

  // What stands of a state: nothing, all, or by a codec that knows changes all of it or these.
  private static final int NO_STATE = 0;
  private static final int STATE = 1;
  private static final int NEW_STATE = 2;
  private static final int CHANGES = 3;

  final Object key;
  @Nullable Object state;

  /** In the byte before a timer: it has a name, it waits for the clock. */
  private static final int NAMED = 1;

  private static final int BY_CLOCK = 2;

  /** Timers by what they are {@linkplain Timer#known known} by; null where there are none. */
  private @Nullable Map<Object, SetTimer> timers;

  /** The time of the latest result, and how many results of the key there are at that time. */
  private long resultMicros = Time.MIN;

  private int results;

  /** How many there are at other times that a result may still have; null where there are none. */
  private @Nullable TreeMap<Long, Integer> otherResults;

  /** Something changed since the last delta. */
  boolean changed;

  KeyedState(Object key) {
    this.key = key;
  }

  /**
   * Counts a result among those of the key at its time.
   *
   * @param reachedMicros no later result has an earlier time
   */
  int count(long timeMicros, long reachedMicros) {
    if (timeMicros != resultMicros) {
      turnTo(timeMicros, reachedMicros);
    }
    return ++results;
  }

  private void turnTo(long timeMicros, long reachedMicros) {
    TreeMap<Long, Integer> others = otherResults;
    if (others != null) {
      others.headMap(reachedMicros).clear();
    }
    if (resultMicros >= reachedMicros && results > 0) {
      others = others == null ? new TreeMap<>() : others;
      others.put(resultMicros, results);
    }
    Integer before = others == null ? null : others.remove(timeMicros);
    results = before == null ? 0 : before;
    resultMicros = timeMicros;
    otherResults = others == null || others.isEmpty() ? null : others;
  }

  /** The latest time of a result that is remembered; {@link Time#MIN} where there is none. */
  long lastResultMicros() {
    return otherResults == null ? resultMicros : Math.max(resultMicros, otherResults.lastKey());
  }

  /**
   * Writes everything but the key.
   *
   * @param inDelta whether changes of the state are enough
   */
  void write(Codec<Object> states, boolean inDelta, DataOutput out) throws IOException {
    writeResults(out);
    writeState(states, inDelta, out);
    Bytes.writeVarInt(timers == null ? 0 : timers.size(), out);
    List<SetTimer> inOrder = new ArrayList<>();
    timers().forEach(inOrder::add);
    inOrder.sort((left, right) -> compareKnown(left.timer.known(), right.timer.known()));
    for (SetTimer set : inOrder) {
      String name = set.timer.name();
      out.writeByte((name == null ? 0 : NAMED) | (set.timer.isByClock() ? BY_CLOCK : 0));
      if (name != null) {
        Bytes.writeString(name, out);
      }
      out.writeLong(set.timer.timeMicros());
      out.writeLong(set.holdMicros);
    }
  }

  private void writeState(Codec<Object> states, boolean inDelta, DataOutput out)
      throws IOException {
    Object of = state;
    if (of == null) {
      out.writeByte(NO_STATE);
    } else if (!(states instanceof ChangingCodec<Object> changing)) {
      out.writeByte(STATE);
      states.write(of, out);
    } else if (inDelta) {
      out.writeByte(changing.isWritten(of) ? CHANGES : NEW_STATE);
      changing.writeChanges(of, out);
    } else {
      out.writeByte(NEW_STATE);
      changing.writeAll(of, out);
    }
  }

  /** The state that follows, where the key had one before. */
  private static @Nullable Object readState(
      Codec<Object> states, @Nullable Object before, DataInput in) throws IOException {
    int kind = in.readByte();
    if (kind == NO_STATE) {
      return null;
    } else if (kind == STATE) {
      return states.read(in);
    } else if (kind == NEW_STATE && states instanceof ChangingCodec<Object> changing) {
      return changing.readOnto(null, in);
    } else if (kind == CHANGES && states instanceof ChangingCodec<Object> changing) {
      if (before == null) {
        throw new IOException("changes of a state that is not there");
      }
      return changing.readOnto(before, in);
    }
    throw new IOException("no state of a key is of the kind " + kind);
  }

  /**
   * Reads what {@link #write} wrote; the timers, which are to be set.
   *
   * @param before the key's state before
   */
  List<SetTimer> read(Codec<Object> states, @Nullable Object before, DataInput in)
      throws IOException {
    readResults(in);
    state = readState(states, before, in);
    int size = Bytes.readVarInt(in);
    List<SetTimer> set = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int what = in.readByte();
      String name = (what & NAMED) == 0 ? null : Bytes.readString(in);
      Timer.Domain domain =
          (what & BY_CLOCK) == 0 ? Timer.Domain.EVENT_TIME : Timer.Domain.WALL_CLOCK;
      Timer timer = new Timer(name, in.readLong(), domain);
      set.add(new SetTimer(this, timer, in.readLong()));
    }
    return set;
  }

  private void writeResults(DataOutput out) throws IOException {
    int size = (results > 0 ? 1 : 0) + (otherResults == null ? 0 : otherResults.size());
    Bytes.writeVarInt(size, out);
    if (results > 0) {
      out.writeLong(resultMicros);
      Bytes.writeVarInt(results, out);
    }
    if (otherResults != null) {
      for (Map.Entry<Long, Integer> other : otherResults.entrySet()) {
        out.writeLong(other.getKey());
        Bytes.writeVarInt(other.getValue(), out);
      }
    }
  }

  private void readResults(DataInput in) throws IOException {
    int size = Bytes.readVarInt(in);
    for (int i = 0; i < size; i++) {
      turnTo(in.readLong(), Time.MIN);
      results = Bytes.readVarInt(in);
    }
  }

  /** Keeps a timer; the one that it replaces. */
  @Nullable SetTimer put(SetTimer timer) {
    Map<Object, SetTimer> all = timers;
    if (all == null) {
      all = new HashMap<>();
      timers = all;
    }
    return all.put(timer.timer.known(), timer);
  }

  /** The timer that is known by this; null where there is none. */
  @Nullable SetTimer timer(Object known) {
    return timers == null ? null : timers.get(known);
  }

  /** Removes the timer; it is there. */
  void remove(SetTimer timer) {
    Map<Object, SetTimer> all = timers;
    if (all != null) {
      all.remove(timer.timer.known());
      if (all.isEmpty()) {
        timers = null;
      }
    }
  }

  void removeTimers() {
    timers = null;
  }

  /** All timers, in no order. */
  Iterable<SetTimer> timers() {
    return timers == null ? List.of() : timers.values();
  }

  /** Whether there is nothing to remember once progress is beyond its results. */
  boolean isEmpty() {
    return state == null && timers == null;
  }

  /** The same but for the timer that would forget it. */
  boolean isForgettable() {
    return state == null
        && (timers == null
            || (timers.size() == 1 && timers.containsKey(TransformComputation.EXPIRY)));
  }

  /** Event times before names, and times by the clock last. */
  static int compareKnown(Object left, Object right) {
    if (left instanceof Long one && right instanceof Long other) {
      return Long.compare(one, other);
    } else if (left instanceof String one && right instanceof String other) {
      return one.compareTo(other);
    } else if (left instanceof Timer one && right instanceof Timer other) {
      return Timer.ORDER.compare(one, other);
    }
    return Integer.compare(rank(left), rank(right));
  }

  private static int rank(Object known) {
    return known instanceof Long ? 0 : known instanceof String ? 1 : 2;
  }
}
