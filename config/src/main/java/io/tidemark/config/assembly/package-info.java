/**
 * From a pipeline file to core's description of the pipeline: sources are opened, columns become
 * functions of elements, sinks get their writers. Depends on core, the file connector and the
 * picture of the pipeline file; starts nothing. Read {@link
 * io.tidemark.config.assembly.OpenedSources} first, then {@link
 * io.tidemark.config.assembly.Assembly}.
 */
@NullMarked
package io.tidemark.config.assembly;

import org.jspecify.annotations.NullMarked;
