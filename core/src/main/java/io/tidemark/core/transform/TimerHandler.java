package io.tidemark.core.transform;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link TransformBehavior} does when timers run, by the type of the state and the timer's
 * name. Made by {@link TransformBehavior#newTimerHandlerBuilder}. Immutable.
 *
 * @param <K> the type of the keys
 * @param <S> the type of the state
 * @param <O> the type of the results
 */
public final class TimerHandler<K, S, O> {
  /**
   * Takes a timer in a state.
   *
   * @param <K> the type of the keys
   * @param <P> the type of the state
   * @param <S> the type of all states
   * @param <O> the type of the results
   */
  @FunctionalInterface
  public interface OnTimer<K, P, S, O> {
    /** What follows; a function of its arguments alone. */
    Effect<S, O> apply(P state, Timer timer, HandlerContext<K> context);
  }

  private record Case<K, S, O>(
      Class<?> state, @Nullable String name, OnTimer<K, Object, S, O> handler) {}

  private final List<Case<K, S, O>> cases;

  private TimerHandler(List<Case<K, S, O>> cases) {
    this.cases = List.copyOf(cases);
  }

  /** The effect of the first case that fits. */
  Effect<S, O> handle(S state, Timer timer, HandlerContext<K> context) {
    for (Case<K, S, O> one : cases) {
      if (one.state.isInstance(state) && (one.name == null || one.name.equals(timer.name()))) {
        return one.handler.apply(state, timer, context);
      }
    }
    throw new IllegalStateException(
        "no handler takes it: state="
            + state.getClass().getName()
            + ", timer="
            + timer
            + "; add onTimer(…) for it");
  }

  /**
   * Gathers cases; the first one that fits is taken. Not thread-safe.
   *
   * @param <K> the type of the keys
   * @param <S> the type of the state
   * @param <O> the type of the results
   */
  public static final class Builder<K, S, O> {
    private final List<Case<K, S, O>> cases = new ArrayList<>();

    Builder() {}

    /** The cases that follow are for states of this type. */
    public <P extends S> ForState<K, P, S, O> forStateType(Class<P> type) {
      return new ForState<>(this, type);
    }

    /** The cases that follow are for all states. */
    public ForState<K, S, S, O> forAnyState() {
      return new ForState<>(this, Object.class);
    }

    @SuppressWarnings("unchecked") // It is called with states of this type.
    private void add(Class<?> state, @Nullable String name, OnTimer<K, ?, S, O> handler) {
      cases.add(new Case<>(state, name, (OnTimer<K, Object, S, O>) handler));
    }

    /** The handler. */
    public TimerHandler<K, S, O> build() {
      return new TimerHandler<>(cases);
    }
  }

  /**
   * Gathers the cases of one type of states.
   *
   * @param <K> the type of the keys
   * @param <P> the type of these states
   * @param <S> the type of all states
   * @param <O> the type of the results
   */
  public static final class ForState<K, P extends S, S, O> {
    private final Builder<K, S, O> builder;
    private final Class<?> state;

    private ForState(Builder<K, S, O> builder, Class<?> state) {
      this.builder = builder;
      this.state = state;
    }

    /** What is done when the timer of the name runs. */
    public ForState<K, P, S, O> onTimer(String name, OnTimer<K, P, S, O> handler) {
      builder.add(state, name, handler);
      return this;
    }

    /** What is done when any other timer runs. */
    public ForState<K, P, S, O> onTimer(OnTimer<K, P, S, O> handler) {
      builder.add(state, null, handler);
      return this;
    }

    /** The cases that follow are for states of this type. */
    public <Q extends S> ForState<K, Q, S, O> forStateType(Class<Q> type) {
      return builder.forStateType(type);
    }

    /** The cases that follow are for all states. */
    public ForState<K, S, S, O> forAnyState() {
      return builder.forAnyState();
    }

    /** The handler. */
    public TimerHandler<K, S, O> build() {
      return builder.build();
    }
  }
}
