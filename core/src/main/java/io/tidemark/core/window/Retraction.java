package io.tidemark.core.window;

/**
 * How a part is taken out of an accumulator again: the exact inverse of {@link Aggregate#merge}.
 * What is left has the same result, bit for bit, as if the part had never come, and likewise after
 * any further merges and retractions. Counts and exact sums have one; a sum of doubles in a {@code
 * double} has none, nor has a largest value.
 *
 * <p>It is used where windows slide over the elements of a key ({@link Windows#sliding}, {@link
 * Windows#count}): then a row costs a merge and a retraction for each time that entered and left,
 * where it otherwise costs a merge for each time inside.
 *
 * @param <A> the type of the accumulators
 */
@FunctionalInterface
public interface Retraction<A> {
  /** Takes out of {@code from} a part that was merged into it, and leaves the part as it is. */
  void retract(A from, A part);
}
