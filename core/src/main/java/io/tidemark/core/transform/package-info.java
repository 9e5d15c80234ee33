/**
 * Computations that a program writes itself, for each key: state, timers, results. Read {@link
 * io.tidemark.core.transform.Transform} first; how one entity runs them is in {@link
 * io.tidemark.core.transform.TransformComputation}.
 */
@NullMarked
package io.tidemark.core.transform;

import org.jspecify.annotations.NullMarked;
