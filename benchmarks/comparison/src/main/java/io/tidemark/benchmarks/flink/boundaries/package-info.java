/** Flink at boundaries. Read {@link io.tidemark.benchmarks.flink.boundaries.FlinkSubject} first. */
@NullMarked
package io.tidemark.benchmarks.flink.boundaries;

import org.jspecify.annotations.NullMarked;
