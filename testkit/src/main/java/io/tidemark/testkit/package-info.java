/**
 * What a test of a pipeline needs: time that moves when told to, sources that follow a script,
 * sinks that remember.
 *
 * <p>It depends on the core and on JUnit's API; no production module depends on it.
 */
@NullMarked
package io.tidemark.testkit;

import org.jspecify.annotations.NullMarked;
