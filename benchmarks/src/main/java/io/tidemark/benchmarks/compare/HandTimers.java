package io.tidemark.benchmarks.compare;

import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Digester;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** Timers by hand: each key has its own, and runs those that are due when it is looked at next. */
final class HandTimers implements HandLoop.Step {
  private final Digester digester = new Digester();
  private final Map<Long, Timers> timers = new HashMap<>();
  private long watermarkMicros = Long.MIN_VALUE;

  private static final class Timers {
    private final TreeSet<Long> dueMicros = new TreeSet<>();
    private long run;
  }

  @Override
  public void add(Event event) {
    Timers ofKey = timers.computeIfAbsent(event.key(), key -> new Timers());
    run(event.key(), ofKey, watermarkMicros);
    ofKey.dueMicros.add(Shape.soonMicros(event.timeMicros()));
    ofKey.dueMicros.add(Shape.laterMicros(event.timeMicros()));
  }

  @Override
  public void advance(long toMicros) {
    watermarkMicros = toMicros;
  }

  @Override
  public Digest end() {
    timers.forEach((key, ofKey) -> run(key, ofKey, Long.MAX_VALUE));
    return digester.take();
  }

  private void run(long key, Timers ofKey, long toMicros) {
    while (!ofKey.dueMicros.isEmpty() && ofKey.dueMicros.first() <= toMicros) {
      digester.add(ofKey.dueMicros.pollFirst(), key, ++ofKey.run);
    }
  }
}
