/**
 * Tidemark as one of the engines compared. Read {@link io.tidemark.benchmarks.tidemark.Tidemark}
 * first.
 */
@NullMarked
package io.tidemark.benchmarks.tidemark;

import org.jspecify.annotations.NullMarked;
