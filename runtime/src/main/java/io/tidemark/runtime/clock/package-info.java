/**
 * The wall clock as an argument: who needs the time is given a {@link
 * io.tidemark.runtime.clock.Clock}. Only this package reads the machine's clocks: {@link
 * io.tidemark.runtime.clock.SystemClock} for what is recorded, {@link
 * io.tidemark.runtime.clock.Stopwatch} for how long something took.
 */
@NullMarked
package io.tidemark.runtime.clock;

import org.jspecify.annotations.NullMarked;
