/**
 * A pipeline as a value, the plan of where its computations run, and the entities that follow from
 * it. Read {@link io.tidemark.core.pipeline.Pipeline} first, then {@code Plan}.
 */
@NullMarked
package io.tidemark.core.pipeline;

import org.jspecify.annotations.NullMarked;
