package io.tidemark.core.transform;

import io.tidemark.core.time.Time;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A timer of one key. There is one for each name, and, of those without a name, one for each time
 * of either domain.
 *
 * @param name null for a timer that is known by its time alone
 * @param timeMicros the time for which it was set
 * @param domain what that time is a time of
 */
public record Timer(@Nullable String name, long timeMicros, Domain domain) {
  /** What a timer waits for. The term is Apache Beam's. */
  public enum Domain {
    /** Progress: it runs after all elements before its time. */
    EVENT_TIME,
    /** The clock of the machine; when it ran is recorded. */
    WALL_CLOCK
  }

  /** The order in which the timers of a key run: by time, first those without a name. */
  static final Comparator<Timer> ORDER =
      Comparator.comparingLong(Timer::timeMicros)
          .thenComparing(Timer::name, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(Timer::domain);

  /** A timer for an event time. */
  public Timer(@Nullable String name, long timeMicros) {
    this(name, timeMicros, Domain.EVENT_TIME);
  }

  /** By what its key knows it: its name, or where it has none its time. */
  Object known() {
    if (name != null) {
      return name;
    }
    return domain == Domain.EVENT_TIME ? (Object) timeMicros : this;
  }

  boolean isByClock() {
    return domain == Domain.WALL_CLOCK;
  }

  /** The time for which it was set. */
  public Instant time() {
    return Time.instant(timeMicros);
  }

  /** {@code NAME at TIME}, or the time alone; with {@code by the clock} where it waits for that. */
  @Override
  public String toString() {
    return (name == null ? "" : name + " at ")
        + Time.format(timeMicros)
        + (isByClock() ? " by the clock" : "");
  }
}
