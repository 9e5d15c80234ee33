package io.tidemark.core.transform;

import java.util.ArrayList;
import java.util.List;

/**
 * What a {@link TransformBehavior} does with elements, by the type of the state and of the element.
 * Made by {@link TransformBehavior#newMessageHandlerBuilder}. Immutable.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the elements
 * @param <S> the type of the state
 * @param <O> the type of the results
 */
public final class MessageHandler<K, T, S, O> {
  /**
   * Takes an element in a state.
   *
   * @param <K> the type of the keys
   * @param <M> the type of the element
   * @param <P> the type of the state
   * @param <S> the type of all states
   * @param <O> the type of the results
   */
  @FunctionalInterface
  public interface OnMessage<K, M, P, S, O> {
    /** What follows; a function of its arguments alone. */
    Effect<S, O> apply(P state, M message, HandlerContext<K> context);
  }

  private record Case<K, S, O>(
      Class<?> state, Class<?> message, OnMessage<K, Object, Object, S, O> handler) {}

  private final List<Case<K, S, O>> cases;

  private MessageHandler(List<Case<K, S, O>> cases) {
    this.cases = List.copyOf(cases);
  }

  /** The effect of the first case that fits. */
  Effect<S, O> handle(S state, T message, HandlerContext<K> context) {
    for (Case<K, S, O> one : cases) {
      if (one.state.isInstance(state) && one.message.isInstance(message)) {
        return one.handler.apply(state, message, context);
      }
    }
    throw new IllegalStateException(
        "no handler takes it: state="
            + state.getClass().getName()
            + ", message="
            + message.getClass().getName()
            + "; add onMessage(…) or onAnyMessage(…) for it");
  }

  /**
   * Gathers cases; the first one that fits is taken. Not thread-safe.
   *
   * @param <K> the type of the keys
   * @param <T> the type of the elements
   * @param <S> the type of the state
   * @param <O> the type of the results
   */
  public static final class Builder<K, T, S, O> {
    private final List<Case<K, S, O>> cases = new ArrayList<>();

    Builder() {}

    /** The cases that follow are for states of this type. */
    public <P extends S> ForState<K, T, P, S, O> forStateType(Class<P> type) {
      return new ForState<>(this, type);
    }

    /** The cases that follow are for all states. */
    public ForState<K, T, S, S, O> forAnyState() {
      return new ForState<>(this, Object.class);
    }

    @SuppressWarnings("unchecked") // It is called with what is of these types.
    private void add(Class<?> state, Class<?> message, OnMessage<K, ?, ?, S, O> handler) {
      cases.add(new Case<>(state, message, (OnMessage<K, Object, Object, S, O>) handler));
    }

    /** The handler. */
    public MessageHandler<K, T, S, O> build() {
      return new MessageHandler<>(cases);
    }
  }

  /**
   * Gathers the cases of one type of states.
   *
   * @param <K> the type of the keys
   * @param <T> the type of the elements
   * @param <P> the type of these states
   * @param <S> the type of all states
   * @param <O> the type of the results
   */
  public static final class ForState<K, T, P extends S, S, O> {
    private final Builder<K, T, S, O> builder;
    private final Class<?> state;

    private ForState(Builder<K, T, S, O> builder, Class<?> state) {
      this.builder = builder;
      this.state = state;
    }

    /** What is done with an element of the type. */
    public <M extends T> ForState<K, T, P, S, O> onMessage(
        Class<M> type, OnMessage<K, M, P, S, O> handler) {
      builder.add(state, type, handler);
      return this;
    }

    /** What is done with any other element. */
    public ForState<K, T, P, S, O> onAnyMessage(OnMessage<K, T, P, S, O> handler) {
      builder.add(state, Object.class, handler);
      return this;
    }

    /** The cases that follow are for states of this type. */
    public <Q extends S> ForState<K, T, Q, S, O> forStateType(Class<Q> type) {
      return builder.forStateType(type);
    }

    /** The cases that follow are for all states. */
    public ForState<K, T, S, S, O> forAnyState() {
      return builder.forAnyState();
    }

    /** The handler. */
    public MessageHandler<K, T, S, O> build() {
      return builder.build();
    }
  }
}
