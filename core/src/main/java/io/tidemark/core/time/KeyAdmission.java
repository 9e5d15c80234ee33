package io.tidemark.core.time;

import java.util.Objects;

/**
 * Judges the order of one substream's events and carries its watermark. Not thread-safe: owned by
 * one substream.
 *
 * <p>The partition has judged each event against its arrival and says what its own progress was
 * before and after it. The substream uses only these two numbers, never its partition's progress at
 * some other moment: so the result is the same however events are batched.
 */
public final class KeyAdmission {
  private final long outOfOrderMicros;
  private final OnViolation onOutOfOrder;

  private long maxMicros;
  private long watermarkMicros;

  private long assignedMicros;
  private long judgedAgainstMicros;

  /** Goes on from the state; {@link KeyState#INITIAL} for a new substream. */
  public KeyAdmission(TimePolicy policy, KeyState state) {
    this.outOfOrderMicros = TimePolicy.micros(Objects.requireNonNull(policy.order().bound()));
    this.onOutOfOrder = policy.order().action();
    this.maxMicros = state.maxMicros();
    this.watermarkMicros = state.watermarkMicros();
    this.assignedMicros = Time.MIN;
    this.judgedAgainstMicros = watermarkMicros;
  }

  /**
   * Judges the next event.
   *
   * @param before what the partition did with it; an event it dropped raises the watermark to
   *     {@code floorBeforeMicros} and nothing else
   * @param timeMicros the time the partition assigned
   * @param floorBeforeMicros the partition's progress before the event
   * @param floorAfterMicros the partition's progress after it
   * @return the last rule that changed the time, or the one that dropped the event
   */
  public Action judge(
      Action before, long timeMicros, long floorBeforeMicros, long floorAfterMicros) {
    raise(floorBeforeMicros);
    judgedAgainstMicros = watermarkMicros;
    assignedMicros = timeMicros;
    if (before.dropped()) {
      return before;
    }
    Action action = before;
    if (timeMicros < watermarkMicros) {
      if (onOutOfOrder == OnViolation.DROP) {
        return Action.DROP_ORDER;
      }
      assignedMicros = watermarkMicros;
      action = Action.ADJUST_ORDER;
    }
    maxMicros = Math.max(maxMicros, timeMicros);
    raise(Time.minus(maxMicros, outOfOrderMicros));
    raise(floorAfterMicros);
    return action;
  }

  /** The assigned time of the event judged last; of no meaning after a dropped one. */
  public long assignedMicros() {
    return assignedMicros;
  }

  /** The watermark that the event judged last was judged against. */
  public long judgedAgainstMicros() {
    return judgedAgainstMicros;
  }

  /** The substream's watermark now. */
  public long watermarkMicros() {
    return watermarkMicros;
  }

  /**
   * Takes the partition's progress, or a floor of this key alone.
   *
   * @return whether the watermark moved
   */
  public boolean raise(long floorMicros) {
    if (floorMicros <= watermarkMicros) {
      return false;
    }
    watermarkMicros = floorMicros;
    return true;
  }

  /** What to go on from. */
  public KeyState state() {
    return new KeyState(maxMicros, watermarkMicros);
  }
}
