package io.tidemark.core.join;

import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Elements of two sides that have one key and lie within an interval of each other.
 *
 * <p>Elements are taken in canonical order. Each meets those of the other side that are kept, and
 * is kept itself while one that it can meet may follow: so a key costs what lies in the interval,
 * and a pair is found once, by the later of the two, whose time it has.
 *
 * <p>Where elements that met nothing are results too, such a result is known when nothing that it
 * could have met can follow. It has that time, the element's plus the bound, or the element's own
 * where the interval lies wholly before it; until then it holds the progress of the results there.
 *
 * @param interval what meets
 * @param kind what becomes of elements that met nothing
 * @param pairing makes results
 */
public record IntervalJoin(
    Interval interval, Kind kind, Pairing<@Nullable Object, @Nullable Object, Object> pairing)
    implements Transform<Object, Object, JoinState, Object> {
  private static final String EXPIRY = "expiry";

  /** What becomes of elements that met nothing. */
  public enum Kind {
    /** Nothing: results are pairs. */
    INNER(true, false, false),
    /** Those of the left side are results with nothing on the right. */
    LEFT(true, true, false),
    /** Those of either side are results with nothing on the other. */
    FULL(true, true, true),
    /** Those of the left side are the only results. */
    ANTI(false, true, false);

    private final boolean pairs;
    private final boolean lefts;
    private final boolean rights;

    Kind(boolean pairs, boolean lefts, boolean rights) {
      this.pairs = pairs;
      this.lefts = lefts;
      this.rights = rights;
    }
  }

  @Override
  public @Nullable JoinState onElement(
      @Nullable JoinState before, Object element, TransformContext<Object, Object> context) {
    JoinState state = before == null ? new JoinState() : before;
    Sided sided = (Sided) element;
    Object left = sided.left();
    if (left != null) {
      takeLeft(state, new Kept(context.timeMicros(), sided.part(), sided.held(), left), context);
    }
    Object right = sided.right();
    if (right != null) {
      takeRight(state, new Kept(context.timeMicros(), sided.part(), sided.held(), right), context);
    }
    return settled(state, context);
  }

  private void takeLeft(JoinState state, Kept left, TransformContext<Object, Object> context) {
    for (Kept right : state.rights) {
      if (interval.contains(left.timeMicros, right.timeMicros)) {
        left.matched = true;
        if (kind.rights) {
          state.rights.meet(right);
        }
        emitPair(left, right, context);
      }
    }
    if (interval.lastRight(left.timeMicros) >= left.timeMicros) {
      state.lefts.add(left);
    } else if (kind.lefts && !left.matched) {
      context.emit(pairing.of(left.seen, null));
    }
  }

  private void takeRight(JoinState state, Kept right, TransformContext<Object, Object> context) {
    for (Kept left : state.lefts) {
      if (interval.contains(left.timeMicros, right.timeMicros)) {
        right.matched = true;
        if (kind.lefts) {
          state.lefts.meet(left);
        }
        emitPair(left, right, context);
      }
    }
    if (interval.lastLeft(right.timeMicros) >= right.timeMicros) {
      state.rights.add(right);
    } else if (kind.rights && !right.matched) {
      context.emit(pairing.of(null, right.seen));
    }
  }

  private void emitPair(Kept left, Kept right, TransformContext<Object, Object> context) {
    if (kind.pairs) {
      context.emit(pairing.of(left.seen, right.seen));
    }
  }

  @Override
  public @Nullable JoinState onTimer(
      @Nullable JoinState state, Timer timer, TransformContext<Object, Object> context) {
    if (state == null) {
      throw new AssertionError("a key of a join has a timer and nothing that it is for");
    }
    expire(state, context);
    return settled(state, context);
  }

  /** Drops what nothing that follows can meet; of both sides, what was known first comes first. */
  private void expire(JoinState state, TransformContext<Object, Object> context) {
    // After the last time there is, nothing follows.
    long now = context.timeMicros() == Time.MAX - 1 ? Time.MAX : context.timeMicros();
    while (true) {
      long left = lastOfLeft(state);
      long right = lastOfRight(state);
      if (Math.min(left, right) >= now) {
        return;
      } else if (left <= right) {
        Kept gone = state.lefts.remove();
        if (kind.lefts && !gone.matched) {
          context.emit(Time.instant(left), pairing.of(gone.seen, null));
        }
      } else {
        Kept gone = state.rights.remove();
        if (kind.rights && !gone.matched) {
          context.emit(Time.instant(right), pairing.of(null, gone.seen));
        }
      }
    }
  }

  /** The last time at which something can meet the first of the left side. */
  private long lastOfLeft(JoinState state) {
    Side lefts = state.lefts;
    return lefts.isEmpty() ? Time.MAX : interval.lastRight(lefts.element().timeMicros);
  }

  private long lastOfRight(JoinState state) {
    Side rights = state.rights;
    return rights.isEmpty() ? Time.MAX : interval.lastLeft(rights.element().timeMicros);
  }

  /** Sets when the next is dropped, and how far progress may go until then. */
  private @Nullable JoinState settled(JoinState state, TransformContext<Object, Object> context) {
    long left = lastOfLeft(state);
    long right = lastOfRight(state);
    long first = Math.min(left, right);
    if (first == Time.MAX) {
      context.deleteTimer(EXPIRY);
      return state.isEmpty() ? null : state;
    }
    long due = Math.min(Time.plus(first, 1), Time.MAX - 1);
    long hold = Math.min(due, Math.min(kind.lefts ? left : due, kind.rights ? right : due));
    Instant at = Time.instant(due);
    context.setTimer(EXPIRY, at, Time.instant(Math.max(hold, context.timeMicros())));
    return state;
  }
}
