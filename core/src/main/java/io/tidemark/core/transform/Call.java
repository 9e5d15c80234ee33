package io.tidemark.core.transform;

import io.tidemark.core.message.Origin;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.KeyedState.SetTimer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a transform is told and tells, for one element or timer after the other. What it tells is
 * checked at once and takes effect when the call has returned: a transform that throws has told
 * nothing.
 */
final class Call implements TransformContext<Object, Object> {
  private final String stream;
  private final Function<Object, Object> typedKey;
  private final Rules rules;
  private final Timers timers;
  private final LongSupplier holdMicros;
  private final List<Runnable> told = new ArrayList<>();
  private @Nullable KeyedState state;
  private @Nullable Origin origin;
  private List<Output> outputs = List.of();
  private long timeMicros;
  private long resultMicros;
  private long leastMicros;

  /**
   * Nothing is called.
   *
   * @param holdMicros the earliest time of an output of what waits
   */
  Call(TransformComputation.Program program, Timers timers, LongSupplier holdMicros) {
    this.stream = program.stream();
    this.typedKey = program.typedKey();
    this.rules = program.rules();
    this.timers = timers;
    this.holdMicros = holdMicros;
  }

  /** A transform is called for an element. */
  void begin(KeyedState of, long elementMicros, @Nullable Origin ofElement, List<Output> into) {
    begin(of, elementMicros, elementMicros, elementMicros, into);
    origin = ofElement;
  }

  /**
   * A transform is called for a timer.
   *
   * @param time for which the timer was set
   * @param ofResults the time of results that have none of their own
   * @param least the earliest time that results may have
   * @param into takes the results
   */
  void begin(KeyedState of, long time, long ofResults, long least, List<Output> into) {
    state = of;
    origin = null;
    timeMicros = time;
    resultMicros = ofResults;
    leastMicros = least;
    outputs = into;
  }

  /** It has returned: what it told takes effect. */
  void end() {
    told.forEach(Runnable::run);
    forget();
  }

  /** It threw: what it told counts for nothing. */
  void forget() {
    told.clear();
    state = null;
  }

  /** It threw, and what it threw for is a result of the output of failures. */
  void fail(Object key, String what, RuntimeException thrown) {
    told.clear();
    TransformFailure failure =
        new TransformFailure(key.toString(), time(), what, thrown.toString());
    add(rules.output(Rules.FAILURES), resultMicros, failure);
    end();
  }

  private KeyedState current() {
    KeyedState current = state;
    if (current == null) {
      throw new IllegalStateException(
          "a transform's context is of use during the call only: stream=" + stream);
    }
    return current;
  }

  @Override
  public Object key() {
    return typedKey.apply(current().key);
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
    return Optional.ofNullable(origin).map(of -> Time.instant(of.eventMicros()));
  }

  @Override
  public Optional<Instant> arrivalTime() {
    return Optional.ofNullable(origin).map(of -> Time.instant(of.arrivalMicros()));
  }

  @Override
  public Action decision() {
    Origin of = origin;
    return of == null ? Action.NONE : of.action();
  }

  // ---- results

  @Override
  public void emit(Object result) {
    add(0, resultMicros, result);
  }

  @Override
  public void emit(Instant time, Object result) {
    add(0, resultTime(time), result);
  }

  @Override
  public <X extends Record> void emit(SideOutput<X> output, X result) {
    add(rules.output(output.name()), resultMicros, result);
  }

  @Override
  public <X extends Record> void emit(SideOutput<X> output, Instant time, X result) {
    add(rules.output(output.name()), resultTime(time), result);
  }

  private long resultTime(Instant time) {
    long micros = Time.micros(time);
    if (micros < leastMicros || !Time.isFinite(micros)) {
      throw new IllegalArgumentException(
          "a result is too early: expected=not before "
              + Time.format(leastMicros)
              + ", actual="
              + time);
    }
    return micros;
  }

  private void add(int output, long micros, Object result) {
    KeyedState of = current();
    Objects.requireNonNull(result, "a result is null; emit nothing where there is none");
    told.add(
        () -> {
          int number = of.count(micros, Math.min(leastMicros, holdMicros.getAsLong()));
          outputs.add(new Output(micros, new Derived(of.key, number, output, result)));
        });
  }

  // ---- timers

  @Override
  public void setTimer(Instant time) {
    set(timer(null, time, Timer.Domain.EVENT_TIME), resultMicros);
  }

  @Override
  public void setTimer(String name, Instant time) {
    set(timer(name, time, Timer.Domain.EVENT_TIME), resultMicros);
  }

  @Override
  public void setTimer(String name, Instant time, Instant hold) {
    long micros = Time.micros(hold);
    if (micros < leastMicros || micros > Math.max(Time.micros(time), resultMicros)) {
      throw new IllegalArgumentException(
          "a timer holds progress between now and its time: timer="
              + time
              + ", hold="
              + hold
              + ", expected=not before "
              + Time.format(leastMicros));
    }
    set(timer(name, time, Timer.Domain.EVENT_TIME), micros);
  }

  @Override
  public void setWallClockTimer(Instant time) {
    set(byClock(null, time), resultMicros);
  }

  @Override
  public void setWallClockTimer(String name, Instant time) {
    set(byClock(name, time), resultMicros);
  }

  @Override
  public void setWallClockTimer(String name, Instant time, Instant hold) {
    set(byClock(name, time), resultTime(hold));
  }

  private Timer byClock(@Nullable String name, Instant time) {
    if (!rules.wallClock()) {
      throw new IllegalStateException(
          "a timer by the clock is not declared: stream="
              + stream
              + ", expected=Transformation.of(…).wallClock()");
    }
    return timer(name, time, Timer.Domain.WALL_CLOCK);
  }

  private static Timer timer(@Nullable String name, Instant time, Timer.Domain domain) {
    if (name != null && name.isEmpty()) {
      throw new IllegalArgumentException("a timer's name is empty; a timer may have none");
    }
    long micros = Time.micros(time);
    if (!Time.isFinite(micros)) {
      throw new IllegalArgumentException("a timer is beyond the axis: time=" + time);
    }
    return new Timer(name, micros, domain);
  }

  private void set(Timer timer, long hold) {
    KeyedState of = current();
    told.add(
        () -> {
          SetTimer before = of.timer(timer.known());
          boolean same = before != null && before.timer.equals(timer) && before.holdMicros == hold;
          if (before == null || (timer.name() != null && !same)) {
            timers.set(new SetTimer(of, timer, hold));
          }
        });
  }

  @Override
  public void deleteTimer(Instant time) {
    delete(Time.micros(time));
  }

  @Override
  public void deleteWallClockTimer(Instant time) {
    delete(new Timer(null, Time.micros(time), Timer.Domain.WALL_CLOCK));
  }

  @Override
  public void deleteTimer(String name) {
    delete(name);
  }

  @Override
  public void deleteTimers() {
    KeyedState of = current();
    told.add(
        () -> {
          SetTimer expiry = of.timer(TransformComputation.EXPIRY);
          timers.deleteAll(of);
          if (expiry != null) {
            timers.set(new SetTimer(of, expiry.timer, expiry.holdMicros));
          }
        });
  }

  private void delete(Object known) {
    KeyedState of = current();
    told.add(
        () -> {
          SetTimer timer = of.timer(known);
          if (timer != null) {
            timers.delete(timer);
          }
        });
  }
}
