package io.tidemark.config.launch;

import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.persistence.journal.JournalSettings;
import java.nio.file.Path;
import java.util.Optional;

/** What a person or a program asks to be run. Immutable. */
public final class RunRequest {
  private final Described pipeline;
  private final Path state;
  private final boolean fresh;
  private final Optional<NodeRequest> node;

  private RunRequest(Described pipeline, Path state, boolean fresh, Optional<NodeRequest> node) {
    this.pipeline = pipeline;
    this.state = state;
    this.fresh = fresh;
    this.node = node;
  }

  /** The same, as a node of a cluster. */
  public RunRequest as(NodeRequest newNode) {
    return new RunRequest(pipeline, state, fresh, Optional.of(newNode));
  }

  /**
   * A request to run a pipeline file.
   *
   * @param outputs the folder that relative output paths start from; absolute
   * @param state the folder of the state; absolute
   * @param fresh whether to discard whatever state there is
   */
  public static RunRequest of(PipelineFile pipeline, Path outputs, Path state, boolean fresh) {
    return new RunRequest(new DescribedByFile(pipeline, outputs), state, fresh, Optional.empty());
  }

  /**
   * A request to run a pipeline that a program describes. Files below the folder that the state
   * lies in are remembered relative to it.
   *
   * @param state the folder of the state; absolute
   * @param fresh whether to discard whatever state there is
   */
  public static RunRequest of(
      Pipeline pipeline, JournalSettings journal, Path state, boolean fresh) {
    Path folder = Optional.ofNullable(state.getParent()).orElse(state);
    return new RunRequest(
        new DescribedByProgram(pipeline, folder, journal), state, fresh, Optional.empty());
  }

  Described pipeline() {
    return pipeline;
  }

  Path state() {
    return state;
  }

  boolean fresh() {
    return fresh;
  }

  /** Empty: it runs in this process alone. */
  Optional<NodeRequest> node() {
    return node;
  }
}
