package io.tidemark.core.analytic;

import org.jspecify.annotations.Nullable;

/**
 * A function of an element and of those of its key before it, in canonical order. Stateless and
 * thread-safe: what it must know of the past is a value that it gives back.
 *
 * @param <T> the type of the elements
 */
@FunctionalInterface
public interface Analytic<T> {
  /**
   * What it says of an element, and what it must know for the next.
   *
   * @param state as it was given back for the element before; null for the first one
   * @param timeMicros assigned time of the element, not before that of the one before
   */
  Answer next(@Nullable Object state, long timeMicros, T element);

  /**
   * An answer.
   *
   * @param state a value that a row can hold, or a list of such; null where there is nothing to
   *     know
   * @param value what is said of the element; null where there is nothing to say
   */
  record Answer(@Nullable Object state, @Nullable Object value) {}
}
