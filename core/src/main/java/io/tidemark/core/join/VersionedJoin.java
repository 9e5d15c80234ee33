package io.tidemark.core.join;

import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Each element of the left side with the latest version on the right side, by time: a version
 * counts from its own time on, for elements at exactly that time too, whatever the streams are
 * called.
 *
 * <p>An element waits until progress has passed its time, so that no version of that time can
 * follow, and its result has that time. One version is kept of a key, until a {@link Version} says
 * that it is gone.
 *
 * @param outer whether elements before the first version are results with nothing on the right
 * @param pairing makes results
 */
public record VersionedJoin(
    boolean outer, Pairing<@Nullable Object, @Nullable Object, Object> pairing)
    implements Transform<Object, Object, JoinState, Object> {
  private static final String PROBE = "probe";

  @Override
  public @Nullable JoinState onElement(
      @Nullable JoinState before, Object element, TransformContext<Object, Object> context) {
    JoinState state = before == null ? new JoinState() : before;
    Sided sided = (Sided) element;
    Object right = sided.right();
    if (right != null) {
      state.rights.clear();
      if (!(right instanceof Version<?> version && version.gone())) {
        state.rights.add(new Kept(context.timeMicros(), sided.part(), sided.held(), right));
      }
    }
    Object left = sided.left();
    if (left != null) {
      state.lefts.add(new Kept(context.timeMicros(), sided.part(), sided.held(), left));
      Instant next = Time.instant(Math.min(Time.plus(context.timeMicros(), 1), Time.MAX - 1));
      context.setTimer(PROBE, next, context.time());
    }
    return state.isEmpty() ? null : state;
  }

  @Override
  public @Nullable JoinState onTimer(
      @Nullable JoinState state, Timer timer, TransformContext<Object, Object> context) {
    if (state == null) {
      throw new AssertionError("a key of a join has a timer and nothing that it is for");
    }
    Kept version = state.rights.isEmpty() ? null : state.rights.element();
    for (Kept probe : state.lefts) {
      if (version != null || outer) {
        Object result = pairing.of(probe.seen, version == null ? null : version.seen);
        context.emit(Time.instant(probe.timeMicros), result);
      }
    }
    state.lefts.clear();
    return state.isEmpty() ? null : state;
  }
}
