package io.tidemark.core.keygroup;

import io.tidemark.core.entity.Computation;
import io.tidemark.core.time.Time;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * When a key group lets the clock ring: as its own clock says, or, in a replay, as was recorded.
 *
 * <p>It rings between two steps of progress, when all that is due has been done. So a ring is told
 * by the progress applied then and by how many timers ran: what they find is the same wherever the
 * steps of progress lie.
 */
final class Rings {
  private long clockMicros = Time.MIN;

  /** Still to come in a replay; null where the clock counts. */
  private @Nullable Deque<KeyGroupEvent.Rung> recorded;

  /** From here on rings come as recorded, and none beside. */
  void follow(Collection<KeyGroupEvent.Rung> rings) {
    recorded = new ArrayDeque<>(rings);
  }

  /** The clock reads this; it is never set back. */
  void read(long nowMicros) {
    clockMicros = Math.max(clockMicros, nowMicros);
  }

  /** How far progress may be applied, of what is told, before the next ring. */
  long goal(long targetMicros) {
    KeyGroupEvent.Rung next = next();
    return next == null ? targetMicros : Math.min(targetMicros, next.advanced().appliedMicros());
  }

  /** What the computation does for the clock, all that is due at this progress being done. */
  Computation.Rung ring(Computation computation, long appliedMicros, int max) {
    if (recorded == null) {
      return computation.nextByClockMicros() <= clockMicros
          ? computation.ring(clockMicros, Long.MAX_VALUE, max)
          : Computation.Rung.NONE;
    }
    KeyGroupEvent.Rung next = next();
    if (next == null || next.advanced().appliedMicros() > appliedMicros) {
      return Computation.Rung.NONE;
    }
    recorded.remove();
    return computation.ring(Time.MAX, next.timers(), Integer.MAX_VALUE);
  }

  long clockMicros() {
    return clockMicros;
  }

  private KeyGroupEvent.@Nullable Rung next() {
    return recorded == null ? null : recorded.peek();
  }
}
