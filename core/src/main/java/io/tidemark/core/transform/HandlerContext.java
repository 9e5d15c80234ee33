package io.tidemark.core.transform;

import io.tidemark.core.time.Action;
import java.time.Instant;
import java.util.Optional;

/**
 * What a handler knows of the element or timer it is called for. Of use during the call only.
 *
 * @param <K> the type of the keys
 */
public interface HandlerContext<K> {
  /** The key. */
  K key();

  /**
   * The element's assigned time, or the time for which the timer was set; of a timer that waits for
   * the clock, the time at which it holds progress. Of all others, in canonical order, it is also
   * how far the key has progressed: all elements of the key before it have been taken, and none
   * before it follows.
   */
  Instant time();

  /** The same in microseconds since 1970-01-01T00:00Z. */
  long timeMicros();

  /**
   * The element's time before any policy; none of a timer, and of an element that is a result of
   * another computation.
   */
  Optional<Instant> eventTime();

  /** When the element's source received it; none as of {@link #eventTime}. */
  Optional<Instant> arrivalTime();

  /**
   * What the time policy did with the element: {@link Action#NONE}, or the last rule that moved it,
   * such as {@link Action#ADJUST_LATE}. {@link Action#NONE} of a timer and of a result, too.
   */
  Action decision();
}
