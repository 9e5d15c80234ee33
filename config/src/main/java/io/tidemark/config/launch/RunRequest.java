package io.tidemark.config.launch;

import io.tidemark.config.pipeline.PipelineFile;
import java.nio.file.Path;

/**
 * What a person asks to be run.
 *
 * @param pipeline the pipeline
 * @param outputs the folder that relative output paths start from; absolute
 * @param state the folder of the state; absolute
 * @param fresh whether to discard whatever state there is
 */
public record RunRequest(PipelineFile pipeline, Path outputs, Path state, boolean fresh) {}
