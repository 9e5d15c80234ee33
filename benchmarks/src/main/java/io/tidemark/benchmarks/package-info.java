/**
 * Measurements: microbenchmarks of the core, and whole jobs side by side with other engines.
 *
 * <p>Nothing depends on it.
 */
@NullMarked
package io.tidemark.benchmarks;

import org.jspecify.annotations.NullMarked;
