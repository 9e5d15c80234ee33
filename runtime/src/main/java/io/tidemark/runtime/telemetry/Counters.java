package io.tidemark.runtime.telemetry;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The counts of one pipeline on one node. Safe to use from any thread. */
public final class Counters {
  private final EnumMap<Counter, LongAdder> counts = new EnumMap<>(Counter.class);

  /** Everything 0. */
  public Counters() {
    for (Counter counter : Counter.values()) {
      counts.put(counter, new LongAdder());
    }
  }

  /** Counts one. */
  public void count(Counter counter) {
    adder(counter).increment();
  }

  /** What was counted so far. */
  public long get(Counter counter) {
    return adder(counter).sum();
  }

  /** All counts; those counted meanwhile may be in or not. */
  public Map<Counter, Long> all() {
    Map<Counter, Long> all = new EnumMap<>(Counter.class);
    counts.forEach((counter, adder) -> all.put(counter, adder.sum()));
    return all;
  }

  private LongAdder adder(Counter counter) {
    LongAdder adder = counts.get(counter);
    if (adder == null) {
      throw new AssertionError("no count for " + counter);
    }
    return adder;
  }
}
