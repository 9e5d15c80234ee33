package io.tidemark.runtime.entity;

import io.tidemark.core.message.EntityId;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Outside failures of entities in a row: how long the next incarnation waits, and when it is
 * enough. Safe to use from any thread.
 */
public final class Failures {
  private record Streak(int failures, long untilMicros) {}

  private final Map<EntityId, Streak> streaks = new ConcurrentHashMap<>();
  private final RuntimeSettings.Backoff backoff;

  /** No failure yet. */
  public Failures(RuntimeSettings settings) {
    this.backoff = settings.backoff();
  }

  /**
   * An incarnation ends by a failure.
   *
   * @return whether the pipeline must end
   */
  public boolean failed(EntityId id, long nowMicros) {
    Streak streak =
        streaks.merge(
            id,
            new Streak(1, nowMicros + backoffMicros(1)),
            (old, one) ->
                new Streak(old.failures + 1, nowMicros + backoffMicros(old.failures + 1)));
    return streak.failures >= backoff.failuresInARow();
  }

  /** An incarnation has done what the ones before it could not. */
  public void succeeded(EntityId id) {
    streaks.remove(id);
  }

  /** How long a new incarnation must wait; zero where the one before it did not fail. */
  public Duration backoff(EntityId id, long nowMicros) {
    Streak streak = streaks.get(id);
    if (streak == null || streak.untilMicros <= nowMicros) {
      return Duration.ZERO;
    }
    // A clock that was set back must not make it longer.
    return shorter(
        Duration.of(streak.untilMicros - nowMicros, ChronoUnit.MICROS), backoff.largest());
  }

  private long backoffMicros(int failures) {
    Duration doubled = backoff.first().multipliedBy(1L << Math.min(failures - 1, 20));
    return shorter(doubled, backoff.largest()).toNanos() / 1_000L;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
