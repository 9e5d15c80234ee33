/**
 * What a test of a pipeline needs: sources that follow a script, a simulation of a whole pipeline
 * in one thread, a real database server to be stopped and damaged.
 *
 * <p>It depends on the core; no production module depends on it.
 */
@NullMarked
package io.tidemark.testkit;

import org.jspecify.annotations.NullMarked;
