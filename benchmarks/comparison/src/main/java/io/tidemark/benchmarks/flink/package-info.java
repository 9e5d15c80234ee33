/** The job on Apache Flink. Read {@link io.tidemark.benchmarks.flink.Flink} first. */
@NullMarked
package io.tidemark.benchmarks.flink;

import org.jspecify.annotations.NullMarked;
