package io.tidemark.core.join;

import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.window.TimeWindow;
import io.tidemark.core.window.Windows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The elements of two sides that have one key and lie in one window, taken together when the window
 * is final. A window in which a key has an element on either side gives results.
 *
 * <p>Each element is kept once, however many windows overlap, until the last of its windows is
 * final. Results have the assigned time of their window.
 *
 * @param windows bounded by time alone
 * @param grouping makes results
 */
public record CoGroup(Windows windows, Grouping<Object, Object, Object, Object> grouping)
    implements Transform<Object, Object, JoinState, Object> {
  /**
   * Makes the results of a window of a key.
   *
   * @param <K> the type of the keys
   * @param <L> the type of the elements of the left side
   * @param <R> the type of the elements of the right side
   * @param <O> the type of the results
   */
  @FunctionalInterface
  public interface Grouping<K, L, R, O> {
    /**
     * The results, in order; the elements come in canonical order, one of the lists is not empty.
     */
    Iterable<? extends O> of(K key, TimeWindow window, List<L> lefts, List<R> rights);
  }

  /** Refuses windows that depend on elements. */
  public CoGroup {
    TimeWindow.containing(windows, 0);
  }

  @Override
  public @Nullable JoinState onElement(
      @Nullable JoinState before, Object element, TransformContext<Object, Object> context) {
    List<TimeWindow> of = TimeWindow.containing(windows, context.timeMicros());
    if (of.isEmpty()) {
      return before;
    }
    for (TimeWindow window : of) {
      Instant due = Time.instant(dueOf(window));
      context.setTimer(nameOf(window), due, Time.instant(window.resultMicros()));
    }
    JoinState state = before == null ? new JoinState() : before;
    Sided sided = (Sided) element;
    keep(sided.left(), sided, state.lefts, context);
    keep(sided.right(), sided, state.rights, context);
    return state;
  }

  private static void keep(
      @Nullable Object seen, Sided sided, Side side, TransformContext<Object, Object> context) {
    if (seen != null) {
      side.add(new Kept(context.timeMicros(), sided.part(), sided.held(), seen));
    }
  }

  /**
   * Timers are finite: a window that only the end of all input closes is the last thing there is.
   */
  private static long dueOf(TimeWindow window) {
    return Math.min(window.dueMicros(), Time.MAX - 1);
  }

  private static String nameOf(TimeWindow window) {
    return Long.toString(window.resultMicros());
  }

  @Override
  public @Nullable JoinState onTimer(
      @Nullable JoinState state, Timer timer, TransformContext<Object, Object> context) {
    if (state == null || timer.name() == null) {
      throw new AssertionError("a key of a join has a timer and nothing that it is for");
    }
    long resultMicros = Long.parseLong(timer.name());
    for (TimeWindow window : TimeWindow.containing(windows, resultMicros)) {
      if (window.resultMicros() == resultMicros) {
        emit(window, state, context);
        forget(state.lefts, window);
        forget(state.rights, window);
      }
    }
    return state.isEmpty() ? null : state;
  }

  private void emit(TimeWindow window, JoinState state, TransformContext<Object, Object> context) {
    List<Object> lefts = in(window, state.lefts);
    List<Object> rights = in(window, state.rights);
    for (Object result : grouping.of(context.key(), window, lefts, rights)) {
      context.emit(Time.instant(window.resultMicros()), result);
    }
  }

  private List<Object> in(TimeWindow window, Side side) {
    List<Object> in = new ArrayList<>();
    for (Kept kept : side) {
      if (TimeWindow.containing(windows, kept.timeMicros).contains(window)) {
        in.add(kept.seen);
      }
    }
    return in;
  }

  /** Drops elements of which this was the last window. */
  private void forget(Side side, TimeWindow closed) {
    while (!side.isEmpty()) {
      TimeWindow last = TimeWindow.containing(windows, side.element().timeMicros).get(0);
      if (last.resultMicros() > closed.resultMicros()) {
        return;
      }
      side.remove();
    }
  }
}
