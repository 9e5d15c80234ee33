package io.tidemark.core.time;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How event times are judged against arrival times and against each other, per source. Start from
 * {@link #defaults()} and name what differs:
 *
 * <pre>{@code
 * TimePolicy.defaults()
 *     .early(Duration.ofMinutes(5), DROP)
 *     .late(Duration.ofMinutes(5), ADJUST)
 *     .outOfOrder(Duration.ofMinutes(2), ADJUST)
 * }</pre>
 *
 * <p>In a program's pipeline begin with {@link #eventTime} or {@link #arrivalTime} instead, which
 * are static: {@code TimePolicy.eventTime(Crossing::entered).late(…).outOfOrder(…)}. Called on a
 * policy they would forget what it says.
 *
 * <p>The rules are those of Azure Stream Analytics: an event more than {@code early} ahead of its
 * arrival is early, one more than {@code late} behind it is late, one below the watermark is out of
 * order; all three comparisons are strict. {@link PartitionAdmission} carries them out.
 *
 * @param basis where event time comes from, and so which rules apply
 * @param early how far an event may be ahead of its arrival; without a bound: as far as it likes
 * @param late how far an event may be behind its arrival; without a bound it is never late, and
 *     arrival tells nothing about progress
 * @param order how far the watermark stays behind the largest time; always has a bound
 * @param arrivalFloor whether arrival raises the watermark to {@code last arrival − late}; null:
 *     the default, which is yes where arrival times exist and no in backfill
 * @param limitByArrival whether an event time beyond its arrival is first set to the arrival
 * @param idleTick how often the arrival clock of a quiet partition is estimated
 */
public record TimePolicy(
    Basis basis,
    Rule early,
    Rule late,
    Rule order,
    @Nullable Boolean arrivalFloor,
    boolean limitByArrival,
    Duration idleTick) {

  /** Where event time comes from. */
  public enum Basis {
    /** From the payload, judged against the arrival time the source gives. */
    EVENT_TIME,
    /** From the payload, where the source has no arrival times: arrival := event time. */
    BACKFILL,
    /** From arrival: {@code t := max(arrival, last arrival)}, and no rule applies. */
    ARRIVAL_TIME;

    /**
     * The basis that follows from which times there are.
     *
     * @param event whether elements have event times
     * @param arrival whether they have arrival times, of their own or from the wall clock
     */
    public static Basis of(boolean event, boolean arrival) {
      if (!event) {
        return ARRIVAL_TIME;
      }
      return arrival ? EVENT_TIME : BACKFILL;
    }
  }

  /**
   * One rule.
   *
   * @param bound whole microseconds, not negative; null: nothing breaks the rule
   * @param action what becomes of an event that breaks it
   */
  public record Rule(@Nullable Duration bound, OnViolation action) {
    /** Whether an event can break the rule. */
    public boolean isBounded() {
      return bound != null;
    }
  }

  private static final Duration LONGEST = Duration.ofDays(100_000_000);

  private static final TimePolicy DEFAULTS =
      new TimePolicy(
          Basis.EVENT_TIME,
          new Rule(Duration.ofMinutes(5), OnViolation.DROP),
          new Rule(Duration.ofSeconds(5), OnViolation.ADJUST),
          new Rule(Duration.ZERO, OnViolation.ADJUST),
          null,
          false,
          Duration.ofSeconds(1));

  /** Checks every value; the message names the setting, the value and what is allowed. */
  public TimePolicy {
    Objects.requireNonNull(basis, "basis");
    requireTolerance("early", early.bound());
    requireTolerance("late", late.bound());
    requireTolerance("out-of-order", Objects.requireNonNull(order.bound(), "out-of-order"));
    requireTolerance("idle-tick", idleTick);
    Objects.requireNonNull(early.action(), "on-early");
    requireNoPass("on-late", late.action());
    requireNoPass("on-out-of-order", order.action());
    if (idleTick.isZero()) {
      throw new IllegalArgumentException(
          "idle-tick is too short: expected=above zero, such as PT1S, actual=PT0S");
    }
  }

  /**
   * Early 5 min, drop; late 5 s, adjust; out of order 0, adjust; arrival floor where there are
   * arrival times; idle tick 1 s.
   */
  public static TimePolicy defaults() {
    return DEFAULTS;
  }

  /**
   * When an element happened, read from the element: where the description of a source's times
   * begins. A null is bad input.
   */
  public static <T> SourceTime<T> eventTime(TimestampAssigner.InstantField<T> field) {
    return eventTimeMicros(TimestampAssigner.of(field));
  }

  /** The same in microseconds since 1970-01-01T00:00Z; an infinity is bad input. */
  public static <T> SourceTime<T> eventTimeMicros(TimestampAssigner<T> field) {
    return SourceTime.of(field, null);
  }

  /** For a source without event times: event time is this arrival time, and no rule applies. */
  public static <T> SourceTime<T> arrivalTime(TimestampAssigner.InstantField<T> field) {
    return SourceTime.<T>of(null, null).arrivalTime(field);
  }

  /** For a source that follows and has no times: both are the wall clock at reading. */
  public static <T> SourceTime<T> wallClock() {
    return SourceTime.of(null, null);
  }

  /** With another early bound. */
  public TimePolicy early(Duration bound) {
    return early(bound, early.action());
  }

  /** With another early bound and treatment of early events. */
  public TimePolicy early(Duration bound, OnViolation action) {
    return withEarly(new Rule(Objects.requireNonNull(bound, "early"), action));
  }

  /** Without an early rule: no event is too far ahead. */
  public TimePolicy earlyOff() {
    return withEarly(new Rule(null, early.action()));
  }

  /** With another treatment of early events. */
  public TimePolicy onEarly(OnViolation action) {
    return withEarly(new Rule(early.bound(), action));
  }

  /** With another late bound. */
  public TimePolicy late(Duration bound) {
    return late(bound, late.action());
  }

  /** With another late bound and treatment of late events. */
  public TimePolicy late(Duration bound, OnViolation action) {
    return withLate(new Rule(Objects.requireNonNull(bound, "late"), action));
  }

  /** Without a late bound: no event is late, and arrival tells nothing about progress. */
  public TimePolicy lateUnbounded() {
    return withLate(new Rule(null, late.action()));
  }

  /** With another treatment of late events. */
  public TimePolicy onLate(OnViolation action) {
    return withLate(new Rule(late.bound(), action));
  }

  /** With another tolerance of disorder. */
  public TimePolicy outOfOrder(Duration tolerance) {
    return outOfOrder(tolerance, order.action());
  }

  /** With another tolerance of disorder and treatment of events below the watermark. */
  public TimePolicy outOfOrder(Duration tolerance, OnViolation action) {
    Rule rule = new Rule(tolerance, action);
    return new TimePolicy(basis, early, late, rule, arrivalFloor, limitByArrival, idleTick);
  }

  /** With another treatment of events below the watermark. */
  public TimePolicy onOutOfOrder(OnViolation action) {
    Rule rule = new Rule(order.bound(), action);
    return new TimePolicy(basis, early, late, rule, arrivalFloor, limitByArrival, idleTick);
  }

  /** With the arrival floor on or off, whether arrival times exist or not. */
  public TimePolicy arrivalFloor(boolean on) {
    return new TimePolicy(basis, early, late, order, on, limitByArrival, idleTick);
  }

  /** With event times beyond their arrival set to the arrival, or not. */
  public TimePolicy limitByArrival(boolean on) {
    return new TimePolicy(basis, early, late, order, arrivalFloor, on, idleTick);
  }

  /** For a source without arrival times: arrival := event time; early and late do not apply. */
  public TimePolicy backfill() {
    return withBasis(Basis.BACKFILL);
  }

  /** For a source without event times: event time is arrival time, and no rule applies. */
  public TimePolicy byArrival() {
    return withBasis(Basis.ARRIVAL_TIME);
  }

  /** With another period of idle estimates. */
  public TimePolicy idleTick(Duration period) {
    return new TimePolicy(basis, early, late, order, arrivalFloor, limitByArrival, period);
  }

  /**
   * Whether arrival raises progress. Without it a partition makes no progress while no event
   * arrives, and with substreams none at all before its end.
   */
  public boolean hasArrivalFloor() {
    boolean wanted = arrivalFloor == null ? basis == Basis.EVENT_TIME : arrivalFloor;
    return basis == Basis.ARRIVAL_TIME || (wanted && late.isBounded());
  }

  /**
   * Whether estimates of the arrival clock raise progress while no event arrives. They stand in for
   * the arrival floor of a quiet partition, so they need that floor, and a late bound.
   */
  public boolean hasIdleProgress() {
    return hasArrivalFloor() && late.isBounded();
  }

  /** A duration that this policy has accepted, in microseconds. */
  static long micros(Duration duration) {
    return duration.getSeconds() * 1_000_000L + duration.getNano() / 1_000;
  }

  private TimePolicy withEarly(Rule rule) {
    return new TimePolicy(basis, rule, late, order, arrivalFloor, limitByArrival, idleTick);
  }

  private TimePolicy withLate(Rule rule) {
    return new TimePolicy(basis, early, rule, order, arrivalFloor, limitByArrival, idleTick);
  }

  TimePolicy withBasis(Basis other) {
    return new TimePolicy(other, early, late, order, arrivalFloor, limitByArrival, idleTick);
  }

  private static void requireTolerance(String setting, @Nullable Duration duration) {
    if (duration != null
        && (duration.isNegative()
            || duration.compareTo(LONGEST) > 0
            || duration.toNanosPart() % 1_000 != 0)) {
      throw new IllegalArgumentException(
          setting
              + " is out of range: expected=whole microseconds from PT0S to "
              + LONGEST
              + ", actual="
              + duration);
    }
  }

  private static void requireNoPass(String setting, OnViolation action) {
    if (Objects.requireNonNull(action, setting) == OnViolation.PASS) {
      throw new IllegalArgumentException(
          setting
              + " cannot let events pass: expected=DROP or ADJUST, actual=PASS;"
              + " downstream nothing may come below the watermark");
    }
  }
}
