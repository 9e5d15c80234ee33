/**
 * The wall clock as an argument: who needs the time is given a {@link
 * io.tidemark.runtime.clock.Clock}. Only {@link io.tidemark.runtime.clock.SystemClock} reads the
 * machine's.
 */
@NullMarked
package io.tidemark.runtime.clock;

import org.jspecify.annotations.NullMarked;
