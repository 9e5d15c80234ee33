package io.tidemark.testkit.simulation;

import io.tidemark.core.message.Origin;
import io.tidemark.core.pipeline.TransformWork;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Derived;
import io.tidemark.core.transform.OnFailure;
import io.tidemark.core.transform.Rules;
import io.tidemark.core.transform.SideOutput;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.transform.TransformFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a transform makes of the elements of one key, in the plainest way: all of them are there,
 * and every timer is looked for among all.
 */
final class TransformOracle implements TransformContext<Object, Object> {
  private static final String EXPIRY = "";

  private record Set(Timer timer, long holdMicros) {}

  private final TransformWork work;
  private final Object key;
  private final List<Set> timers = new ArrayList<>();
  private final List<Oracle.Timed> results = new ArrayList<>();
  private List<Set> timersBefore = List.of();
  private List<Oracle.Timed> resultsBefore = List.of();
  private @Nullable Object state;
  private @Nullable Origin origin;
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
    origin = element.origin();
    begin(element.micros(), element.micros());
    try {
      state = work.transform().onElement(state, element.value(), this);
    } catch (RuntimeException e) {
      skip("element " + element.value(), e);
    }
    long quiet = work.rules().expireAfterMicros();
    boolean known = state != null || timers.stream().anyMatch(set -> !isExpiry(set));
    timers.removeIf(TransformOracle::isExpiry);
    if (quiet != Time.MAX && known) {
      long at = timeMicros + quiet;
      timers.add(new Set(new Timer(EXPIRY, at), at));
    }
  }

  private void begin(long micros, long microsOfResults) {
    timeMicros = micros;
    resultMicros = microsOfResults;
    timersBefore = List.copyOf(timers);
    resultsBefore = List.copyOf(results);
  }

  private void skip(String what, RuntimeException thrown) {
    if (work.rules().onFailure() == OnFailure.STOP) {
      throw thrown;
    }
    timers.clear();
    timers.addAll(timersBefore);
    results.clear();
    results.addAll(resultsBefore);
    add(
        work.rules().output(Rules.FAILURES),
        resultMicros,
        new TransformFailure(key.toString(), time(), what, thrown.toString()));
  }

  private static boolean isExpiry(Set set) {
    return EXPIRY.equals(set.timer.name());
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
      if (isExpiry(first)) {
        timers.clear();
        state = null;
      } else {
        run(first);
      }
    }
  }

  private void run(Set first) {
    origin = null;
    begin(first.timer.timeMicros(), Math.max(first.timer.timeMicros(), first.holdMicros));
    try {
      state = work.transform().onTimer(state, first.timer, this);
    } catch (RuntimeException e) {
      skip("timer " + first.timer, e);
    }
    if (state == null && timers.stream().allMatch(TransformOracle::isExpiry)) {
      timers.clear();
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
  public Optional<Instant> eventTime() {
    return origin == null ? Optional.empty() : Optional.of(Time.instant(origin.eventMicros()));
  }

  @Override
  public Optional<Instant> arrivalTime() {
    return origin == null ? Optional.empty() : Optional.of(Time.instant(origin.arrivalMicros()));
  }

  @Override
  public Action decision() {
    return origin == null ? Action.NONE : origin.action();
  }

  @Override
  public void emit(Object result) {
    add(0, resultMicros, result);
  }

  @Override
  public void emit(Instant time, Object result) {
    add(0, Time.micros(time), result);
  }

  @Override
  public <X extends Record> void emit(SideOutput<X> output, X result) {
    add(work.rules().output(output.name()), resultMicros, result);
  }

  @Override
  public <X extends Record> void emit(SideOutput<X> output, Instant time, X result) {
    add(work.rules().output(output.name()), Time.micros(time), result);
  }

  private void add(int output, long micros, Object result) {
    long before = results.stream().filter(other -> other.micros() == micros).count();
    results.add(new Oracle.Timed(micros, new Derived(key, (int) before + 1, output, result)));
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
  public void setWallClockTimer(Instant time) {
    throw noClock();
  }

  @Override
  public void setWallClockTimer(String name, Instant time) {
    throw noClock();
  }

  @Override
  public void setWallClockTimer(String name, Instant time, Instant hold) {
    throw noClock();
  }

  @Override
  public void deleteWallClockTimer(Instant time) {
    throw noClock();
  }

  private static UnsupportedOperationException noClock() {
    return new UnsupportedOperationException(
        "when timers by the clock run follows from no element");
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
    timers.removeIf(set -> !isExpiry(set));
  }

  private static boolean isUnnamed(Set set, Instant time) {
    return set.timer.name() == null && set.timer.timeMicros() == Time.micros(time);
  }
}
