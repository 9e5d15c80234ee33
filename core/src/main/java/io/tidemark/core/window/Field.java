package io.tidemark.core.window;

import org.jspecify.annotations.Nullable;

/**
 * What an aggregate takes from an element. Thread-safe; a function of the element alone.
 *
 * @param <T> the type of the elements
 * @param <V> the type of the values
 */
@FunctionalInterface
public interface Field<T, V> {
  /** The element's value; null where it has none. */
  @Nullable V of(T element);
}
