package io.tidemark.core.transform;

import java.time.Instant;

/**
 * What a handler knows of the element or timer it is called for. Of use during the call only.
 *
 * @param <K> the type of the keys
 */
public interface HandlerContext<K> {
  /** The key. */
  K key();

  /**
   * The element's assigned time, or the time for which the timer was set. All elements of the key
   * before it have been taken.
   */
  Instant time();

  /** The same in microseconds since 1970-01-01T00:00Z. */
  long timeMicros();
}
