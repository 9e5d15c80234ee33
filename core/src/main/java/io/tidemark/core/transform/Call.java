package io.tidemark.core.transform;

import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.KeyedState.SetTimer;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What a transform is told and tells, for one element or timer after the other. */
final class Call implements TransformContext<Object, Object> {
  private final String stream;
  private final Function<Object, Object> typedKey;
  private final Timers timers;
  private final LongSupplier holdMicros;
  private @Nullable KeyedState state;
  private List<Output> outputs = List.of();
  private long timeMicros;
  private long resultMicros;
  private long leastMicros;

  /**
   * Nothing is called.
   *
   * @param typedKey a key as the transform knows it
   * @param holdMicros the earliest time of an output of what waits
   */
  Call(String stream, Function<Object, Object> typedKey, Timers timers, LongSupplier holdMicros) {
    this.stream = stream;
    this.typedKey = typedKey;
    this.timers = timers;
    this.holdMicros = holdMicros;
  }

  /**
   * A transform is called.
   *
   * @param ofResults the time of results that have none of their own
   * @param least the earliest time that results may have
   * @param into takes the results
   */
  void begin(KeyedState of, long time, long ofResults, long least, List<Output> into) {
    state = of;
    timeMicros = time;
    resultMicros = ofResults;
    leastMicros = least;
    outputs = into;
  }

  /** It has returned. */
  void end() {
    state = null;
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
  public void emit(Object result) {
    add(resultMicros, result);
  }

  @Override
  public void emit(Instant time, Object result) {
    long micros = Time.micros(time);
    if (micros < leastMicros || !Time.isFinite(micros)) {
      throw new IllegalArgumentException(
          "a result is too early: expected=not before "
              + Time.format(leastMicros)
              + ", actual="
              + time);
    }
    add(micros, result);
  }

  private void add(long micros, Object result) {
    KeyedState of = current();
    int number = of.count(micros, Math.min(leastMicros, holdMicros.getAsLong()));
    outputs.add(new Output(micros, new Derived(of.key, number, result)));
  }

  @Override
  public void setTimer(Instant time) {
    set(null, time, resultMicros);
  }

  @Override
  public void setTimer(String name, Instant time) {
    set(name, time, resultMicros);
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
    set(name, time, micros);
  }

  private void set(@Nullable String name, Instant time, long hold) {
    long micros = Time.micros(time);
    if (!Time.isFinite(micros)) {
      throw new IllegalArgumentException("a timer is beyond the axis: time=" + time);
    }
    KeyedState of = current();
    if (name == null && of.timer(micros) != null) {
      return;
    }
    timers.set(new SetTimer(of, new Timer(name, micros), hold));
  }

  @Override
  public void deleteTimer(Instant time) {
    delete(Time.micros(time));
  }

  @Override
  public void deleteTimer(String name) {
    delete(name);
  }

  @Override
  public void deleteTimers() {
    timers.deleteAll(current());
  }

  private void delete(Object nameOrTime) {
    SetTimer timer = current().timer(nameOrTime);
    if (timer != null) {
      timers.delete(timer);
    }
  }
}
