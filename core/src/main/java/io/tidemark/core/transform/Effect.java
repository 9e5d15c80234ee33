package io.tidemark.core.transform;

import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What follows from an element or a timer, as a value: a new state, results, timers. Each method
 * gives a new effect, with one thing more; they take place in that order. Immutable.
 *
 * <pre>{@code
 * return Effect().state(new Shown(impression)).timer(context.time().plus(ofMinutes(10)));
 * }</pre>
 *
 * @param <S> the type of the state
 * @param <O> the type of the results
 */
public final class Effect<S, O> {
  private enum Change {
    NONE,
    STATE,
    CLEAR
  }

  private static final Effect<?, ?> NONE = new Effect<>(null, context -> {}, Change.NONE, null);

  private final @Nullable Effect<S, O> before;
  private final Consumer<TransformContext<?, O>> told;
  private final Change change;
  private final @Nullable S state;

  private Effect(
      @Nullable Effect<S, O> before,
      Consumer<TransformContext<?, O>> told,
      Change change,
      @Nullable S state) {
    this.before = before;
    this.told = told;
    this.change = change;
    this.state = state;
  }

  /** Nothing: the state stays as it is. */
  @SuppressWarnings("unchecked") // It has neither a state nor a result.
  public static <S, O> Effect<S, O> none() {
    return (Effect<S, O>) NONE;
  }

  private Effect<S, O> and(Consumer<TransformContext<?, O>> next) {
    return new Effect<>(this, next, change, state);
  }

  /** Whether the key has the state that it had. */
  boolean leavesState() {
    return change == Change.NONE;
  }

  /** The key has this state from here on. */
  public Effect<S, O> state(S next) {
    Objects.requireNonNull(next, "a state is null; clear() forgets the key");
    return new Effect<>(this, context -> {}, Change.STATE, next);
  }

  /** The key is forgotten, with its state and its timers, as if it had never been seen. */
  public Effect<S, O> clear() {
    return new Effect<>(this, TransformContext::deleteTimers, Change.CLEAR, null);
  }

  /** A result, with the time of the element or timer. */
  public Effect<S, O> emit(O result) {
    return and(context -> context.emit(result));
  }

  /** A result with a time of its own; see {@link TransformContext#emit(Instant, Object)}. */
  public Effect<S, O> emit(Instant time, O result) {
    return and(context -> context.emit(time, result));
  }

  /** A result of a further output, with the time of the element or timer. */
  public <X extends Record> Effect<S, O> emit(SideOutput<X> output, X result) {
    return and(context -> context.emit(output, result));
  }

  /** A result of a further output, with a time of its own. */
  public <X extends Record> Effect<S, O> emit(SideOutput<X> output, Instant time, X result) {
    return and(context -> context.emit(output, time, result));
  }

  /** A timer; see {@link TransformContext#setTimer(Instant)}. */
  public Effect<S, O> timer(Instant time) {
    return and(context -> context.setTimer(time));
  }

  /** The timer of a name, in place of the one that there is. */
  public Effect<S, O> timer(String name, Instant time) {
    return and(context -> context.setTimer(name, time));
  }

  /** The same with a hold; see {@link TransformContext#setTimer(String, Instant, Instant)}. */
  public Effect<S, O> timer(String name, Instant time, Instant hold) {
    return and(context -> context.setTimer(name, time, hold));
  }

  /** A timer by the clock; see {@link TransformContext#setWallClockTimer(Instant)}. */
  public Effect<S, O> wallClockTimer(Instant time) {
    return and(context -> context.setWallClockTimer(time));
  }

  /** The timer of a name, by the clock, in place of the one that there is. */
  public Effect<S, O> wallClockTimer(String name, Instant time) {
    return and(context -> context.setWallClockTimer(name, time));
  }

  /** The same with a hold; {@link TransformContext#setWallClockTimer(String, Instant, Instant)}. */
  public Effect<S, O> wallClockTimer(String name, Instant time, Instant hold) {
    return and(context -> context.setWallClockTimer(name, time, hold));
  }

  /** The timer without a name that was set for the time is deleted, where there is one. */
  public Effect<S, O> deleteTimer(Instant time) {
    return and(context -> context.deleteTimer(time));
  }

  /** The timer without a name that waits for the clock to reach the time is deleted. */
  public Effect<S, O> deleteWallClockTimer(Instant time) {
    return and(context -> context.deleteWallClockTimer(time));
  }

  /** The timer of the name is deleted, where there is one. */
  public Effect<S, O> deleteTimer(String name) {
    return and(context -> context.deleteTimer(name));
  }

  /** Tells the context what is to be told; the state afterwards, null where there is none. */
  @Nullable S run(@Nullable S current, TransformContext<?, O> context) {
    tell(context);
    return switch (change) {
      case NONE -> current;
      case STATE -> state;
      case CLEAR -> null;
    };
  }

  private void tell(TransformContext<?, O> context) {
    if (before != null) {
      before.tell(context);
    }
    told.accept(context);
  }
}
