package io.tidemark.core.transform;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.time.Time;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
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

    SetTimer(KeyedState key, Timer timer, long holdMicros) {
      this.key = key;
      this.timer = timer;
      this.holdMicros = holdMicros;
    }
  }

  final Object key;
  @Nullable Object state;

  /** Timers by name, or by time where they have none; null where there are none. */
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

  private static Object nameOf(Timer timer) {
    String name = timer.name();
    return name == null ? (Object) timer.timeMicros() : name;
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

  /** Writes how many results there are at which times. */
  void writeResults(DataOutput out) throws IOException {
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

  /** Reads what {@link #writeResults} wrote. */
  void readResults(DataInput in) throws IOException {
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
      all = new TreeMap<>(KeyedState::compareNames);
      timers = all;
    }
    return all.put(nameOf(timer.timer), timer);
  }

  /** The timer of the name, or of the time; null where there is none. */
  @Nullable SetTimer timer(Object nameOrTime) {
    return timers == null ? null : timers.get(nameOrTime);
  }

  /** Removes the timer; it is there. */
  void remove(SetTimer timer) {
    Map<Object, SetTimer> all = timers;
    if (all != null) {
      all.remove(nameOf(timer.timer));
      if (all.isEmpty()) {
        timers = null;
      }
    }
  }

  void removeTimers() {
    timers = null;
  }

  /** All timers: those without a name by time, then the others by name. */
  Iterable<SetTimer> timers() {
    return timers == null ? List.of() : timers.values();
  }

  int timerCount() {
    return timers == null ? 0 : timers.size();
  }

  /** Whether there is nothing to remember once progress is beyond its results. */
  boolean isEmpty() {
    return state == null && timers == null;
  }

  /** Numbers before names. */
  static int compareNames(Object left, Object right) {
    if (left instanceof Long one) {
      return right instanceof Long other ? Long.compare(one, other) : -1;
    }
    return right instanceof Long ? 1 : ((String) left).compareTo((String) right);
  }
}
