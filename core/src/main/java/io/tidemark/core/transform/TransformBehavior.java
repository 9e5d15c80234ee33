package io.tidemark.core.transform;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Transform} in the shape of Pekko's {@code EventSourcedBehavior}: the state is a sealed
 * type, handlers are chosen by the type of the state and of the element, and what follows is an
 * {@link Effect}, a value.
 *
 * <pre>{@code
 * final class WaitForClick extends TransformBehavior<String, AdEvent, State, Joined> {
 *   sealed interface State {}
 *   record Empty() implements State {}
 *   record Shown(Impression impression) implements State {}
 *
 *   public State emptyState(String ad) {
 *     return new Empty();
 *   }
 *
 *   public MessageHandler<String, AdEvent, State, Joined> messageHandler() {
 *     return newMessageHandlerBuilder()
 *         .forStateType(Empty.class)
 *         .onMessage(Impression.class, (state, shown, context) ->
 *             Effect().state(new Shown(shown)).timer("timeout", context.time().plus(ofMinutes(10))))
 *         .forStateType(Shown.class)
 *         .onMessage(Click.class, (state, click, context) ->
 *             Effect().emit(new Joined(state.impression(), click)).clear())
 *         .forAnyState()
 *         .onAnyMessage((state, other, context) -> Effect())
 *         .build();
 *   }
 * }
 * }</pre>
 *
 * <p>One object serves all keys and is called from many threads: it has no fields that change.
 * States are values: a handler makes a new one, and leaves the one it was given as it is.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the elements
 * @param <S> the type of the state
 * @param <O> the type of the results
 */
public abstract class TransformBehavior<K, T, S, O> implements Transform<K, T, S, O> {
  private volatile @Nullable MessageHandler<K, T, S, O> messages;
  private volatile @Nullable TimerHandler<K, S, O> timers;

  /** The state of a key that was never seen, or whose state was cleared. */
  public abstract S emptyState(K key);

  /** What is done with elements. Asked once. */
  public abstract MessageHandler<K, T, S, O> messageHandler();

  /** What is done when timers run; none is set where this is not overridden. Asked once. */
  public TimerHandler<K, S, O> timerHandler() {
    return newTimerHandlerBuilder().build();
  }

  /** Cases of {@link #messageHandler}. */
  protected final MessageHandler.Builder<K, T, S, O> newMessageHandlerBuilder() {
    return new MessageHandler.Builder<>();
  }

  /** Cases of {@link #timerHandler}. */
  protected final TimerHandler.Builder<K, S, O> newTimerHandlerBuilder() {
    return new TimerHandler.Builder<>();
  }

  /** No effect, to which more is added. */
  @SuppressWarnings("checkstyle:MethodName") // As in Pekko.
  protected final Effect<S, O> Effect() {
    return Effect.none();
  }

  @Override
  public final @Nullable S onElement(@Nullable S state, T element, TransformContext<K, O> context) {
    MessageHandler<K, T, S, O> handler = messages;
    if (handler == null) {
      handler = messageHandler();
      messages = handler;
    }
    S current = state == null ? empty(context) : state;
    return kept(state, current, handler.handle(current, element, context), context);
  }

  @Override
  public final @Nullable S onTimer(@Nullable S state, Timer timer, TransformContext<K, O> context) {
    TimerHandler<K, S, O> handler = timers;
    if (handler == null) {
      handler = timerHandler();
      timers = handler;
    }
    S current = state == null ? empty(context) : state;
    return kept(state, current, handler.handle(current, timer, context), context);
  }

  private S empty(TransformContext<K, O> context) {
    return Objects.requireNonNull(
        emptyState(context.key()),
        "emptyState gave null; give a state that says that nothing is known");
  }

  /** A key whose empty state nobody set is not remembered. */
  private @Nullable S kept(
      @Nullable S before, S current, Effect<S, O> effect, TransformContext<K, O> context) {
    Objects.requireNonNull(effect, "a handler gave null; Effect() is no effect");
    S next = effect.run(current, context);
    return before == null && effect.leavesState() ? null : next;
  }
}
