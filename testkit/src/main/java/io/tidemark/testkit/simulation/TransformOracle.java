package io.tidemark.testkit.simulation;

import io.tidemark.core.pipeline.TransformWork;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.TransformContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a transform makes of the elements of one key, in the plainest way: all of them are there,
 * and every timer is looked for among all.
 */
final class TransformOracle implements TransformContext<Object, Object> {
  private record Set(Timer timer, long holdMicros) {}

  private final TransformWork work;
  private final Object key;
  private final List<Set> timers = new ArrayList<>();
  private final List<Oracle.Timed> results = new ArrayList<>();
  private @Nullable Object state;
  private long timeMicros;
  private long resultMicros;

  private TransformOracle(TransformWork work, Object key) {
    this.work = work;
    this.key = key;
  }

  /**
   * The results.
   *
   * @param elements in canonical order
   * @param reachedMicros where progress ends
   */
  static List<Oracle.Timed> results(
      TransformWork work, Object key, List<Oracle.Timed> elements, long reachedMicros) {
    TransformOracle oracle = new TransformOracle(work, key);
    for (Oracle.Timed element : elements) {
      if (element.micros() < reachedMicros) {
        oracle.runUntil(element.micros());
        oracle.take(element);
      }
    }
    oracle.runUntil(reachedMicros);
    return oracle.results;
  }

  private void take(Oracle.Timed element) {
    timeMicros = element.micros();
    resultMicros = timeMicros;
    state = work.transform().onElement(state, element.value(), this);
  }

  private void runUntil(long micros) {
    while (true) {
      Set first =
          timers.stream()
              .filter(set -> set.timer.timeMicros() <= micros)
              .min(
                  Comparator.<Set>comparingLong(set -> set.timer.timeMicros())
                      .thenComparing(
                          set -> set.timer.name(),
                          Comparator.nullsFirst(Comparator.naturalOrder())))
              .orElse(null);
      if (first == null) {
        return;
      }
      timers.remove(first);
      timeMicros = first.timer.timeMicros();
      resultMicros = Math.max(timeMicros, first.holdMicros);
      state = work.transform().onTimer(state, first.timer, this);
    }
  }

  @Override
  public Object key() {
    return key;
  }

  @Override
  public Instant time() {
    return Time.instant(timeMicros);
  }

  @Override
  public long timeMicros() {
    return timeMicros;
  }

  @Override
  public void emit(Object result) {
    add(resultMicros, result);
  }

  @Override
  public void emit(Instant time, Object result) {
    add(Time.micros(time), result);
  }

  private void add(long micros, Object result) {
    long before = results.stream().filter(other -> other.micros() == micros).count();
    results.add(new Oracle.Timed(micros, new Derived(key, (int) before + 1, result)));
  }

  @Override
  public void setTimer(Instant time) {
    if (timers.stream().noneMatch(set -> isUnnamed(set, time))) {
      timers.add(new Set(new Timer(null, Time.micros(time)), resultMicros));
    }
  }

  @Override
  public void setTimer(String name, Instant time) {
    deleteTimer(name);
    timers.add(new Set(new Timer(name, Time.micros(time)), resultMicros));
  }

  @Override
  public void setTimer(String name, Instant time, Instant hold) {
    deleteTimer(name);
    timers.add(new Set(new Timer(name, Time.micros(time)), Time.micros(hold)));
  }

  @Override
  public void deleteTimer(Instant time) {
    timers.removeIf(set -> isUnnamed(set, time));
  }

  @Override
  public void deleteTimer(String name) {
    timers.removeIf(set -> name.equals(set.timer.name()));
  }

  @Override
  public void deleteTimers() {
    timers.clear();
  }

  private static boolean isUnnamed(Set set, Instant time) {
    return set.timer.name() == null && set.timer.timeMicros() == Time.micros(time);
  }
}
