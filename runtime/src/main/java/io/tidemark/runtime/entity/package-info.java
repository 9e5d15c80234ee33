/**
 * The shell that all persistent entities share: it receives, asks an {@link
 * io.tidemark.core.entity.Entity}, writes, sends, reads and stops as told, and decides nothing.
 *
 * <p>It depends on the core, on the packages channel, clock and telemetry, and on Pekko's
 * persistence; it does not know where an entity lives. Read {@link
 * io.tidemark.runtime.entity.EntityShell} first, then {@link
 * io.tidemark.runtime.entity.PipelineNode}.
 */
@NullMarked
package io.tidemark.runtime.entity;

import org.jspecify.annotations.NullMarked;
