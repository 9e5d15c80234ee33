package io.tidemark.core.transform;

import io.tidemark.core.time.Time;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A timer of one key. There is one for each name, and, of those without a name, one for each time.
 *
 * @param name null for a timer that is known by its time alone
 * @param timeMicros the event time for which it was set
 */
public record Timer(@Nullable String name, long timeMicros) {
  /** The order in which the timers of a key run: by time, first those without a name. */
  static final Comparator<Timer> ORDER =
      Comparator.comparingLong(Timer::timeMicros)
          .thenComparing(Timer::name, Comparator.nullsFirst(Comparator.naturalOrder()));

  /** The event time for which it was set. */
  public Instant time() {
    return Time.instant(timeMicros);
  }

  /** {@code NAME at TIME}, or the time alone. */
  @Override
  public String toString() {
    return (name == null ? "" : name + " at ") + Time.format(timeMicros);
  }
}
