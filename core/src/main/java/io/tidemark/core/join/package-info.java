/**
 * Two streams put together by key: within an interval of time, or each element with the latest
 * version of something.
 *
 * <p>Joins are {@link io.tidemark.core.transform.Transform}s over elements of either side, so they
 * see them in canonical order and their results follow from the elements alone. Read {@link
 * io.tidemark.core.join.IntervalJoin} and {@link io.tidemark.core.join.VersionedJoin} first.
 */
@NullMarked
package io.tidemark.core.join;

import org.jspecify.annotations.NullMarked;
