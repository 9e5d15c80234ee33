package io.tidemark.core.join;

import org.jspecify.annotations.Nullable;

/**
 * Makes a result of two elements.
 *
 * @param <L> the type of the elements of the left side
 * @param <R> the type of the elements of the right side
 * @param <O> the type of the results
 */
@FunctionalInterface
public interface Pairing<L extends @Nullable Object, R extends @Nullable Object, O> {
  /** The result; never null. A side that an outer join found nothing on is null. */
  O of(L left, R right);
}
