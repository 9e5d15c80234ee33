/**
 * {@code tidemark replay}: a recorded run executed again, and what came of it compared with what it
 * left, its output files included. Read {@link io.tidemark.config.replay.PipelineReplay} first.
 */
@NullMarked
package io.tidemark.config.replay;

import org.jspecify.annotations.NullMarked;
