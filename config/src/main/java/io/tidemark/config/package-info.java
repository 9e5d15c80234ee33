/**
 * The composition root: the only place that reads configuration files, puts the other modules
 * together and runs the {@code tidemark} command.
 *
 * <p>It may depend on every module but the examples, the benchmarks and the testkit; only those may
 * depend on it.
 */
@NullMarked
package io.tidemark.config;

import org.jspecify.annotations.NullMarked;
