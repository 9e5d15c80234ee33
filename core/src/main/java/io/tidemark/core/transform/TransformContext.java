package io.tidemark.core.transform;

import java.time.Instant;

/**
 * What a {@link Transform} knows of the element or timer it is called for, and whom it tells what
 * follows. Of use during the call only.
 *
 * @param <K> the type of the keys
 * @param <O> the type of the results
 */
public interface TransformContext<K, O> extends HandlerContext<K> {
  /**
   * Gives a result. Its time is {@link #time}; of a timer that was set for a time already past, the
   * time of the element or timer that set it.
   */
  void emit(O result);

  /**
   * Gives a result with a time of its own.
   *
   * @param time not before the time that {@link #emit(Object)} would give it, or, in a timer that
   *     holds progress back, not before the time it holds it at
   * @throws IllegalArgumentException where it is before that, or beyond the axis
   */
  void emit(Instant time, O result);

  /** Gives a result of a further output, with the time of {@link #emit(Object)}. */
  <X extends Record> void emit(SideOutput<X> output, X result);

  /** The same with a time of its own; see {@link #emit(Instant, Object)}. */
  <X extends Record> void emit(SideOutput<X> output, Instant time, X result);

  /**
   * Sets a timer for an event time. It holds the progress of the results at the time of this
   * element or timer until it has run. Where there is one for this time already, nothing changes. A
   * timer for a time that is past runs next.
   *
   * @throws IllegalArgumentException where the time is beyond the axis
   */
  void setTimer(Instant time);

  /**
   * Sets the timer of a name, in place of the one that there is. See {@link #setTimer(Instant)}.
   */
  void setTimer(String name, Instant time);

  /**
   * Sets the timer of a name, in place of the one that there is.
   *
   * @param hold where it holds the progress of the results: no result of the timer may have an
   *     earlier time. Between the time of this element or timer and {@code time}, whichever is
   *     later: at {@code time} itself it holds back nothing else
   */
  void setTimer(String name, Instant time, Instant hold);

  /**
   * Sets a timer for a time of the machine's clock, for what no element will tell: that an answer
   * from outside is overdue. It runs at the next tick after that time, between two steps of
   * progress, and where is recorded: so its results are the same in a replay, but not in another
   * run. Once all input has ended it runs at once, since nothing follows that it could wait for.
   *
   * <p>In its call {@link #time} is its hold, the time of the element or timer that set it, and its
   * results have that time where they have none of their own. It holds the progress of the results
   * there until it has run. Where there is one for this time already, nothing changes.
   *
   * @param time such as {@link #arrivalTime} and some seconds: a handler reads no clock
   * @throws IllegalStateException where the transform does not declare {@link
   *     Transformation#wallClock}
   * @throws IllegalArgumentException where the time is beyond the axis
   */
  void setWallClockTimer(Instant time);

  /**
   * Sets the timer of a name, in place of the one that there is, whatever that waits for. See
   * {@link #setWallClockTimer(Instant)}.
   */
  void setWallClockTimer(String name, Instant time);

  /**
   * Sets the timer of a name, in place of the one that there is, whatever that waits for.
   *
   * @param hold where it holds the progress of the results: no result of the timer may have an
   *     earlier time. Not before the time of this element or timer
   */
  void setWallClockTimer(String name, Instant time, Instant hold);

  /** Deletes the timer without a name that was set for the time; nothing where there is none. */
  void deleteTimer(Instant time);

  /** Deletes the timer without a name that waits for the clock to reach the time. */
  void deleteWallClockTimer(Instant time);

  /** Deletes the timer of the name; nothing where there is none. */
  void deleteTimer(String name);

  /** Deletes all timers of the key. */
  void deleteTimers();
}
