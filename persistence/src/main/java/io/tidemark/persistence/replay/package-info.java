/**
 * A run executed again from what its journal recorded: the entities of the core, driven in one
 * thread, decide as was decided and hand on what comes of it, and everything is compared. Writes
 * nothing; knows no actors, clocks or files but through the pipeline's readers and writers. Read
 * {@link io.tidemark.persistence.replay.RunReplay} first, then {@link
 * io.tidemark.persistence.replay.Reenactment}.
 */
@NullMarked
package io.tidemark.persistence.replay;

import org.jspecify.annotations.NullMarked;
