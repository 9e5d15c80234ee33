package io.tidemark.core.transform;

import io.tidemark.core.time.Time;
import io.tidemark.core.transform.KeyedState.SetTimer;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * All timers of a computation, by time, key and name.
 *
 * <p>They stand in heaps, since most are set for later than those before, which costs nothing
 * there. One that is deleted or replaced stays until it comes up, or until the heap is twice as
 * large as it need be and is swept: so a timer that each element puts off costs little more than
 * one that is set once.
 */
final class Timers {
  /** Below this size a heap is not swept. */
  private static final int SMALL = 64;

  private final Comparator<Object> keys;
  private PriorityQueue<SetTimer> byTime;

  /** Those that wait for the clock. */
  private PriorityQueue<SetTimer> byClock;

  /** Those that hold progress at another time than their own. */
  private PriorityQueue<SetTimer> byHold;

  private int size;

  Timers(Comparator<Object> keys) {
    this.keys = keys;
    this.byTime = new PriorityQueue<>(this::compare);
    this.byClock = new PriorityQueue<>(this::compare);
    this.byHold = new PriorityQueue<>(Timers::compareHolds);
  }

  private int compare(SetTimer left, SetTimer right) {
    int byTimes = Long.compare(left.timer.timeMicros(), right.timer.timeMicros());
    if (byTimes != 0) {
      return byTimes;
    }
    int byKey = keys.compare(left.key.key, right.key.key);
    return byKey != 0 ? byKey : Timer.ORDER.compare(left.timer, right.timer);
  }

  private static int compareHolds(SetTimer left, SetTimer right) {
    return Long.compare(left.holdMicros, right.holdMicros);
  }

  /** Sets a timer of a key in place of the one of its name. */
  void set(SetTimer timer) {
    SetTimer before = timer.key.put(timer);
    if (before != null) {
      leave(before);
    }
    size++;
    boolean byItsClock = timer.timer.isByClock();
    (byItsClock ? byClock : byTime).add(timer);
    if (byItsClock || timer.holdMicros != timer.timer.timeMicros()) {
      byHold.add(timer);
    }
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
    timer.deleted = true;
    size--;
    int kept = byTime.size() + byClock.size();
    if (kept > SMALL && kept > size * 2) {
      byTime = swept(byTime);
      byClock = swept(byClock);
      byHold = swept(byHold);
    }
  }

  private static PriorityQueue<SetTimer> swept(PriorityQueue<SetTimer> heap) {
    PriorityQueue<SetTimer> swept =
        new PriorityQueue<>(Math.max(1, heap.size() / 2), heap.comparator());
    for (SetTimer timer : heap) {
      if (!timer.deleted) {
        swept.add(timer);
      }
    }
    return swept;
  }

  /** The first one by event time; null where there is none. */
  @Nullable SetTimer first() {
    return first(byTime);
  }

  /** The first one by the clock; null where there is none. */
  @Nullable SetTimer firstByClock() {
    return first(byClock);
  }

  /** Any of them; null where there is none. */
  @Nullable SetTimer any() {
    SetTimer first = first();
    return first == null ? firstByClock() : first;
  }

  private static @Nullable SetTimer first(PriorityQueue<SetTimer> heap) {
    SetTimer first = heap.peek();
    while (first != null && first.deleted) {
      heap.remove();
      first = heap.peek();
    }
    return first;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /**
   * A time before which no timer holds progress; {@link Time#MAX} where there is none. It is the
   * earliest hold but where a timer was set for the past and runs next: then it may be its time.
   */
  long holdMicros() {
    SetTimer first = first(byTime);
    SetTimer holding = first(byHold);
    long least = first == null ? Time.MAX : first.timer.timeMicros();
    return holding == null ? least : Math.min(least, holding.holdMicros);
  }

  /** One that holds progress before its time, earlier than all others that do; null: none does. */
  @Nullable SetTimer holding() {
    return first(byHold);
  }
}
