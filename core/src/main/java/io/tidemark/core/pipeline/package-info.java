/**
 * A pipeline as a value, the plan of where its computations run, and the entities that follow from
 * it. A program describes a pipeline with the stages that begin at {@link
 * io.tidemark.core.pipeline.Pipeline#named}. Read {@link io.tidemark.core.pipeline.Pipeline} first,
 * then {@code PipelineDraft} or {@code Plan}.
 */
@NullMarked
package io.tidemark.core.pipeline;

import org.jspecify.annotations.NullMarked;
