package io.tidemark.core.join;

import org.jspecify.annotations.Nullable;

/**
 * An element as a join takes it: of the left side, of the right, or, where both come from one
 * source, of both.
 *
 * @param part index of what it came from
 * @param held the element as it is held there
 * @param left as one of the left side; null where it is none
 * @param right as one of the right side; null where it is none
 */
public record Sided(int part, Object held, @Nullable Object left, @Nullable Object right) {}
