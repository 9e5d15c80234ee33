/**
 * A run and its state on disk: what {@code run.json} says, who holds the state, and whether a
 * {@code run} begins anew, goes on or is refused. Knows neither actors nor journals: the journal is
 * a folder here. Read {@link io.tidemark.config.state.RunState} first, then {@link
 * io.tidemark.config.state.RunDecision}.
 */
@NullMarked
package io.tidemark.config.state;

import org.jspecify.annotations.NullMarked;
