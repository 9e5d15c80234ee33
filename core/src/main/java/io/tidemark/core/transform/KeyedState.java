package io.tidemark.core.transform;

import io.tidemark.core.time.Time;
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

  /** How many results there were. */
  long results;

  /** The latest time of a result; a key is remembered until progress is beyond it. */
  long lastResultMicros = Time.MIN;

  /** Something changed since the last delta. */
  boolean changed;

  KeyedState(Object key) {
    this.key = key;
  }

  private static Object nameOf(Timer timer) {
    String name = timer.name();
    return name == null ? (Object) timer.timeMicros() : name;
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
