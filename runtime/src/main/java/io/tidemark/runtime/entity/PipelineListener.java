package io.tidemark.runtime.entity;

import io.tidemark.core.message.EntityId;

/** Is told what concerns the pipeline as a whole. Called from any thread; must not block. */
public interface PipelineListener {
  /** The pipeline must end, on all its nodes; the reason is for a person. */
  void failed(EntityId entity, String reason);

  /**
   * The pipeline must end on this node: something outside is broken, a disk or a connection, which
   * another node may do without.
   */
  void failedHere(EntityId entity, String reason);

  /** Everything has reached its sink. */
  void completed();
}
