package io.tidemark.core.time;

import io.tidemark.core.key.Key;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the elements of a source have their times, and how these are judged. Begins at {@link
 * TimePolicy#eventTime}; immutable, each method returns another one. What is not said takes {@link
 * TimePolicy#defaults()}, whose settings these are.
 *
 * <pre>{@code
 * TimePolicy.eventTime(Crossing::entered).arrivalTime(Crossing::received)
 *     .early(Duration.ofMinutes(5))
 *     .late(Duration.ofMinutes(5), ADJUST)
 *     .substreams(Crossing::booth)
 * }</pre>
 *
 * @param <T> the type of the elements
 */
public final class SourceTime<T> {
  private final @Nullable TimestampAssigner<T> eventTime;
  private final @Nullable TimestampAssigner<T> arrivalTime;
  private final TimePolicy policy;
  private final @Nullable Key<T, ?> substreams;
  private final boolean confined;

  private SourceTime(
      @Nullable TimestampAssigner<T> eventTime,
      @Nullable TimestampAssigner<T> arrivalTime,
      TimePolicy policy,
      @Nullable Key<T, ?> substreams,
      boolean confined) {
    this.eventTime = eventTime;
    this.arrivalTime = arrivalTime;
    this.policy = policy;
    this.substreams = substreams;
    this.confined = confined;
  }

  static <T> SourceTime<T> of(
      @Nullable TimestampAssigner<T> eventTime, @Nullable TimestampAssigner<T> arrivalTime) {
    return new SourceTime<>(eventTime, arrivalTime, TimePolicy.defaults(), null, false);
  }

  /**
   * When the source system received an element. Without it: the wall clock at reading where the
   * source follows, else backfill. A null is bad input.
   */
  public SourceTime<T> arrivalTime(TimestampAssigner.InstantField<T> field) {
    return arrivalTimeMicros(TimestampAssigner.of(field));
  }

  /** The same in microseconds since 1970-01-01T00:00Z. */
  public SourceTime<T> arrivalTimeMicros(TimestampAssigner<T> field) {
    return new SourceTime<>(eventTime, field, policy, substreams, confined);
  }

  /**
   * Another policy as a whole. Its basis is of no account: it follows from which times there are.
   */
  public SourceTime<T> policy(TimePolicy all) {
    return new SourceTime<>(eventTime, arrivalTime, all, substreams, confined);
  }

  /** With another early bound; see {@link TimePolicy#early(Duration)}. */
  public SourceTime<T> early(Duration bound) {
    return policy(policy.early(bound));
  }

  /** With another early bound and treatment of early elements. */
  public SourceTime<T> early(Duration bound, OnViolation action) {
    return policy(policy.early(bound, action));
  }

  /** Without an early rule: no element is too far ahead. */
  public SourceTime<T> earlyOff() {
    return policy(policy.earlyOff());
  }

  /** With another treatment of early elements. */
  public SourceTime<T> onEarly(OnViolation action) {
    return policy(policy.onEarly(action));
  }

  /** With another late bound. */
  public SourceTime<T> late(Duration bound) {
    return policy(policy.late(bound));
  }

  /** With another late bound and treatment of late elements. */
  public SourceTime<T> late(Duration bound, OnViolation action) {
    return policy(policy.late(bound, action));
  }

  /** Without a late bound: no element is late, and arrival tells nothing about progress. */
  public SourceTime<T> lateUnbounded() {
    return policy(policy.lateUnbounded());
  }

  /** With another treatment of late elements. */
  public SourceTime<T> onLate(OnViolation action) {
    return policy(policy.onLate(action));
  }

  /** With another tolerance of disorder. */
  public SourceTime<T> outOfOrder(Duration tolerance) {
    return policy(policy.outOfOrder(tolerance));
  }

  /** With another tolerance of disorder and treatment of elements below the watermark. */
  public SourceTime<T> outOfOrder(Duration tolerance, OnViolation action) {
    return policy(policy.outOfOrder(tolerance, action));
  }

  /** With another treatment of elements below the watermark. */
  public SourceTime<T> onOutOfOrder(OnViolation action) {
    return policy(policy.onOutOfOrder(action));
  }

  /** With the arrival floor on or off, whether arrival times exist or not. */
  public SourceTime<T> arrivalFloor(boolean on) {
    return policy(policy.arrivalFloor(on));
  }

  /** With event times beyond their arrival set to the arrival, or not. */
  public SourceTime<T> limitByArrival(boolean on) {
    return policy(policy.limitByArrival(on));
  }

  /** With another period of idle estimates. */
  public SourceTime<T> idleTick(Duration period) {
    return policy(policy.idleTick(period));
  }

  /** A watermark for each key; a null key is bad input. */
  public <K> SourceTime<T> substreams(Key.Field<T, K> key) {
    return substreams(Key.of(key));
  }

  /** A watermark for each key; see {@link Key} for when computations run inside substreams. */
  public SourceTime<T> substreams(Key<T, ?> key) {
    return new SourceTime<>(eventTime, arrivalTime, policy, key, confined);
  }

  /**
   * Promises that a substream key lives in one partition only, so that a computation with that key
   * runs inside the substreams. Not needed where there is one partition. A promise that is not kept
   * gives a row for each partition that has the key.
   */
  public SourceTime<T> confined() {
    return new SourceTime<>(eventTime, arrivalTime, policy, substreams, true);
  }

  /** The event time of an element; null: event time is arrival time. */
  public @Nullable TimestampAssigner<T> eventTimes() {
    return eventTime;
  }

  /** The arrival time of an element, or null. */
  public @Nullable TimestampAssigner<T> arrivalTimes() {
    return arrivalTime;
  }

  /** The key of the substreams; null: none. */
  public @Nullable Key<T, ?> substreamKey() {
    return substreams;
  }

  /** Whether each substream key is promised to live in one partition. */
  public boolean isConfined() {
    return confined;
  }

  /**
   * The policy, its basis fit for the times there are.
   *
   * @param follows whether the source goes on growing
   * @throws IllegalArgumentException where the settings and the source contradict each other; the
   *     message says what is allowed
   */
  public TimePolicy policyOf(boolean follows) {
    if (eventTime == null && arrivalTime == null && !follows) {
      throw new IllegalArgumentException(
          "a source that does not follow has no wall clock to take times from: give it an event"
              + " time, an arrival time or both");
    }
    if (confined && substreams == null) {
      throw new IllegalArgumentException(
          "confined says something of substreams, and there are none: name their key with"
              + " substreams(…)");
    }
    TimePolicy fit =
        policy.withBasis(TimePolicy.Basis.of(eventTime != null, arrivalTime != null || follows));
    if (substreams != null && follows && !fit.hasArrivalFloor()) {
      throw new IllegalArgumentException(
          "substreams of a source that follows need the arrival floor: without it nothing but the"
              + " end of the source makes progress; give late a bound and leave the arrival floor"
              + " on");
    }
    return fit;
  }
}
