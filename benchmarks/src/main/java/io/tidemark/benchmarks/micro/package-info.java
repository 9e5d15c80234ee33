/**
 * Microbenchmarks of the core with JMH: what one element costs in each of the steps it passes. Run
 * by {@code benchmarks/jmh.sh}; the annotations hold quick settings, which its options override.
 */
@NullMarked
package io.tidemark.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
