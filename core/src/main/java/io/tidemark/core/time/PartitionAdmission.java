package io.tidemark.core.time;

import io.tidemark.core.time.TimePolicy.Basis;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Judges the events of one partition, in offset order, and carries its progress. Not thread-safe:
 * owned by one partition.
 *
 * <p>The rules run in a fixed order, <em>early, late, order</em>; the order rule sees the time the
 * first two left. Before each event the <em>floor line</em> raises progress to {@code last arrival
 * − late}, also before one that is then dropped, so the result does not depend on where batches
 * end. An accepted event raises progress further, by its time and its arrival; a dropped one raises
 * nothing but the last arrival, which counts from the next event on.
 *
 * <p>With substreams the order rule is not applied here but per key, by {@link KeyAdmission}; the
 * partition's progress is then its arrival floor, and {@link #floorBeforeMicros} and {@link
 * #floorAfterMicros} travel with each element.
 *
 * <p>All times are finite; {@link Time#MIN} is the progress before anything was seen.
 */
public final class PartitionAdmission {
  private final Basis basis;
  private final boolean substreams;
  private final boolean arrivalFloor;
  private final boolean idleProgress;
  private final boolean limitByArrival;
  private final boolean judgesEarly;
  private final long earlyMicros;
  private final OnViolation onEarly;
  private final boolean judgesLate;
  private final long lateMicros;
  private final OnViolation onLate;
  private final long outOfOrderMicros;
  private final OnViolation onOutOfOrder;

  private long lastArrivalMicros;
  private long maxMicros;
  private long progressMicros;

  private long assignedMicros;
  private long floorBeforeMicros;

  /** Goes on from the state; {@link AdmissionState#INITIAL} for a new partition. */
  public PartitionAdmission(TimePolicy policy, boolean substreams, AdmissionState state) {
    this.basis = policy.basis();
    this.substreams = substreams;
    this.arrivalFloor = policy.hasArrivalFloor();
    this.idleProgress = policy.hasIdleProgress();
    this.limitByArrival = policy.limitByArrival();
    this.judgesEarly =
        basis == Basis.EVENT_TIME
            && policy.early().isBounded()
            && policy.early().action() != OnViolation.PASS;
    this.earlyMicros = microsOrZero(policy.early().bound());
    this.onEarly = policy.early().action();
    this.judgesLate = basis == Basis.EVENT_TIME && policy.late().isBounded();
    this.lateMicros = microsOrZero(policy.late().bound());
    this.onLate = policy.late().action();
    this.outOfOrderMicros = microsOrZero(policy.order().bound());
    this.onOutOfOrder = policy.order().action();
    this.lastArrivalMicros = state.lastArrivalMicros();
    this.maxMicros = state.maxMicros();
    this.progressMicros = substreams ? state.floorMicros() : state.watermarkMicros();
    this.assignedMicros = Time.MIN;
    this.floorBeforeMicros = progressMicros;
  }

  /**
   * Judges the next event.
   *
   * @param eventMicros its event time, finite; not read where event time is arrival time
   * @param arrivalMicros its arrival time, finite; not read in backfill
   */
  public Action judge(long eventMicros, long arrivalMicros) {
    if (basis == Basis.ARRIVAL_TIME) {
      return follow(arrivalMicros);
    }
    long arrival = basis == Basis.BACKFILL ? eventMicros : arrivalMicros;
    long event = limitByArrival ? Math.min(eventMicros, arrival) : eventMicros;
    if (arrivalFloor) {
      raise(Time.minus(lastArrivalMicros, lateMicros));
    }
    floorBeforeMicros = progressMicros;
    assignedMicros = event;
    Action action = judgeByArrival(event, arrival);
    long time = assignedMicros;
    if (!substreams && !action.dropped()) {
      action = judgeByOrder(action);
    }
    lastArrivalMicros = Math.max(lastArrivalMicros, arrival);
    if (action.dropped()) {
      return action;
    }
    if (!substreams) {
      maxMicros = Math.max(maxMicros, time);
      raise(Time.minus(maxMicros, outOfOrderMicros));
    }
    if (arrivalFloor) {
      raise(Time.minus(lastArrivalMicros, lateMicros));
    }
    return action;
  }

  private Action judgeByArrival(long event, long arrival) {
    if (judgesEarly && Time.minus(event, arrival) > earlyMicros) {
      if (onEarly == OnViolation.DROP) {
        return Action.DROP_EARLY;
      }
      assignedMicros = Time.plus(arrival, earlyMicros);
      return Action.ADJUST_EARLY;
    }
    // An early event moved to its bound is ahead of its arrival, so it is not late.
    if (judgesLate && event < Time.minus(arrival, lateMicros)) {
      if (onLate == OnViolation.DROP) {
        return Action.DROP_LATE;
      }
      assignedMicros = Time.minus(arrival, lateMicros);
      return Action.ADJUST_LATE;
    }
    return Action.NONE;
  }

  private Action judgeByOrder(Action before) {
    if (assignedMicros >= progressMicros) {
      return before;
    }
    if (onOutOfOrder == OnViolation.DROP) {
      return Action.DROP_ORDER;
    }
    assignedMicros = progressMicros;
    return Action.ADJUST_ORDER;
  }

  /** Event time is arrival time: never below what was seen, nor below a recorded raise. */
  private Action follow(long arrivalMicros) {
    floorBeforeMicros = progressMicros;
    lastArrivalMicros = Math.max(lastArrivalMicros, arrivalMicros);
    raise(lastArrivalMicros);
    assignedMicros = progressMicros;
    if (!substreams) {
      maxMicros = assignedMicros;
    }
    return Action.NONE;
  }

  /**
   * The assigned time of the event judged last; with substreams as the early and late rules left
   * it. Of no meaning after a dropped one.
   */
  public long assignedMicros() {
    return assignedMicros;
  }

  /** The progress that the event judged last was judged against. */
  public long floorBeforeMicros() {
    return floorBeforeMicros;
  }

  /** Progress after the event judged last and all raises since: {@link #progressMicros}. */
  public long floorAfterMicros() {
    return progressMicros;
  }

  /**
   * The partition's own progress now: with substreams the arrival floor, without them the
   * watermark; both raised by estimates and floors. After a dropped event its arrival is not in it
   * yet.
   */
  public long progressMicros() {
    return progressMicros;
  }

  /** The largest arrival seen, from which estimates start; {@link Time#MIN} before the first. */
  public long lastArrivalMicros() {
    return lastArrivalMicros;
  }

  /** Whether {@link #estimate} would raise progress, and so needs to be recorded before. */
  public boolean wouldMove(long estimateMicros) {
    return idleProgress && Time.minus(estimateMicros, lateMicros) > progressMicros;
  }

  /**
   * Takes a recorded estimate of the arrival clock of a quiet partition: progress rises to {@code
   * estimate − late}. The last arrival stays what it was.
   *
   * @return whether progress moved; never where the policy has no idle progress
   */
  public boolean estimate(long estimateMicros) {
    return idleProgress && raise(Time.minus(estimateMicros, lateMicros));
  }

  /**
   * Takes a recorded floor.
   *
   * @return whether progress moved
   */
  public boolean raise(long floorMicros) {
    if (floorMicros <= progressMicros) {
      return false;
    }
    progressMicros = floorMicros;
    return true;
  }

  /** What to go on from. */
  public AdmissionState state() {
    return substreams
        ? new AdmissionState(lastArrivalMicros, progressMicros, Time.MIN, Time.MIN)
        : new AdmissionState(lastArrivalMicros, Time.MIN, maxMicros, progressMicros);
  }

  private static long microsOrZero(@Nullable Duration bound) {
    return bound == null ? 0 : TimePolicy.micros(bound);
  }
}
