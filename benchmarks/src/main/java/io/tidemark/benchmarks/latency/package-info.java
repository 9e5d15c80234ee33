/**
 * How old results are when they are committed, at a fixed rate of elements whose event time is the
 * wall clock; what does not depend on the engine. Read {@link
 * io.tidemark.benchmarks.latency.PacedLoad} first.
 */
@NullMarked
package io.tidemark.benchmarks.latency;

import org.jspecify.annotations.NullMarked;
