package io.tidemark.core.window;

import java.util.NavigableMap;

/**
 * What the moments inside a key's last window have accumulated: the next one is made of it by what
 * entered and what left. Windows of a key never go back. It is worked out again after a restart,
 * and is no part of the state. Not thread-safe: owned by one key.
 */
final class RunningTotal {
  private final Aggregate<?, Object> aggregate;
  private final Retraction<Object> retraction;
  private Object total;

  /** Whether a window was asked for, and the stretch whose moments are in the total. */
  private boolean begun;

  private long fromMicros;
  private long toMicros;

  RunningTotal(Aggregate<?, Object> aggregate, Retraction<Object> retraction) {
    this.aggregate = aggregate;
    this.retraction = retraction;
    this.total = aggregate.create();
  }

  /** What the moments of the stretch have accumulated. */
  Object over(NavigableMap<Long, Moment> moments, long from, long to) {
    if (!begun || from > toMicros) {
      total = aggregate.create();
      merge(moments.subMap(from, true, to, true));
    } else {
      for (Moment left : moments.subMap(fromMicros, true, from, false).values()) {
        retraction.retract(total, left.accumulated);
      }
      merge(moments.subMap(toMicros, false, to, true));
    }
    begun = true;
    fromMicros = from;
    toMicros = to;
    return total;
  }

  private void merge(NavigableMap<Long, Moment> entered) {
    for (Moment moment : entered.values()) {
      aggregate.merge(total, moment.accumulated);
    }
  }

  /** A moment, and all before it, are dropped from the key. */
  void drop(long micros, Moment moment) {
    if (begun && micros >= fromMicros && micros <= toMicros) {
      retraction.retract(total, moment.accumulated);
      fromMicros = micros + 1;
    }
  }
}
