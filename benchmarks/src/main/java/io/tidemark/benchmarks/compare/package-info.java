/**
 * Whole jobs side by side: {@link io.tidemark.benchmarks.compare.Contender} is what each engine
 * implements, {@link io.tidemark.benchmarks.compare.Comparison} runs them, each in a JVM of its
 * own, round after round, and prints the table.
 *
 * <p>Contenders are found by {@link java.util.ServiceLoader}, so that foreign engines stay in a
 * module of their own.
 */
@NullMarked
package io.tidemark.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
