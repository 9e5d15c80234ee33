/**
 * The part of Tidemark that decides and never acts: time, progress, channels, windows, and each
 * kind of entity, as plain values.
 *
 * <p>It depends on the JDK and JSpecify only, and it reads no clock, starts no thread and does no
 * input or output: the time is an argument, and what should happen is returned as a value.
 */
@NullMarked
package io.tidemark.core;

import org.jspecify.annotations.NullMarked;
