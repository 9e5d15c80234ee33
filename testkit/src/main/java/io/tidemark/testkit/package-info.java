/**
 * What a test of a pipeline needs: sources that follow a script, and a simulation of a whole
 * pipeline in one thread.
 *
 * <p>It depends on the core; no production module depends on it.
 */
@NullMarked
package io.tidemark.testkit;

import org.jspecify.annotations.NullMarked;
