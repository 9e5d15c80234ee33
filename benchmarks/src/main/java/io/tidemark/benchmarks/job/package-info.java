/**
 * The job every contender runs: its elements, generated in process and replayable by offset, and
 * the digest of its result. Depends on the JDK only. Read {@link io.tidemark.benchmarks.job.Job}
 * and {@link io.tidemark.benchmarks.job.Generator} first.
 */
@NullMarked
package io.tidemark.benchmarks.job;

import org.jspecify.annotations.NullMarked;
