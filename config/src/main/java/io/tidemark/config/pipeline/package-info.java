/**
 * The pipeline file: HOCON in, an immutable and checked picture out. The only place that reads
 * HOCON; nothing here opens a source, a sink or a journal. Depends on core's values, the journal's
 * settings, the refusals and the units. Read {@link io.tidemark.config.pipeline.PipelineFile}
 * first, then {@code Section}.
 */
@NullMarked
package io.tidemark.config.pipeline;

import org.jspecify.annotations.NullMarked;
