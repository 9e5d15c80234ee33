package io.tidemark.runtime.entity;

import io.tidemark.core.message.EntityId;

/** Is told what concerns the pipeline as a whole. Called from any thread; must not block. */
public interface PipelineListener {
  /** The pipeline must end; the reason is for a person. */
  void failed(EntityId entity, String reason);

  /** Everything has reached its sink. */
  void completed();
}
