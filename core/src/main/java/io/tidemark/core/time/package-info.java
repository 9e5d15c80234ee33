/**
 * What time means: the axis, timestamp assigners, and admission, which judges each element against
 * the time policies and decides its assigned time. Nothing here reads a clock or knows of entities.
 * Read {@link io.tidemark.core.time.Time} and {@code PartitionAdmission} first.
 */
@NullMarked
package io.tidemark.core.time;

import org.jspecify.annotations.NullMarked;
