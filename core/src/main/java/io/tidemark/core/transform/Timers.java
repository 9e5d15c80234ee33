package io.tidemark.core.transform;

import io.tidemark.core.time.LeastOf;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.KeyedState.SetTimer;
import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All timers of a computation, by time, key and name. Setting, replacing and deleting one costs the
 * logarithm of how many there are.
 */
final class Timers {
  private final TreeSet<SetTimer> queue;
  private final LeastOf holds = new LeastOf();

  Timers(Comparator<Object> keys) {
    this.queue =
        new TreeSet<>(
            Comparator.<SetTimer>comparingLong(set -> set.timer.timeMicros())
                .thenComparing(set -> set.key.key, keys)
                .thenComparing(set -> set.timer, Timer.ORDER));
  }

  /** Sets a timer of a key in place of the one of its name. */
  void set(SetTimer timer) {
    SetTimer before = timer.key.put(timer);
    if (before != null) {
      leave(before);
    }
    queue.add(timer);
    holds.replace(Time.MAX, timer.holdMicros);
  }

  /** Deletes a timer that is there. */
  void delete(SetTimer timer) {
    timer.key.remove(timer);
    leave(timer);
  }

  /** Deletes all timers of a key. */
  void deleteAll(KeyedState key) {
    key.timers().forEach(this::leave);
    key.removeTimers();
  }

  private void leave(SetTimer timer) {
    queue.remove(timer);
    holds.replace(timer.holdMicros, Time.MAX);
  }

  /** The first one; null where there is none. */
  @Nullable SetTimer first() {
    return queue.isEmpty() ? null : queue.first();
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  int size() {
    return queue.size();
  }

  /** The earliest time at which a timer holds progress; {@link Time#MAX} where there is none. */
  long holdMicros() {
    return holds.least();
  }
}
