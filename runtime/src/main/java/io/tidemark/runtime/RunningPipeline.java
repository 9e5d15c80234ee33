package io.tidemark.runtime;

import io.tidemark.core.message.EntityId;
import java.util.concurrent.CompletionStage;

/** A pipeline that was started on this node. Safe to use from any thread. */
public interface RunningPipeline {
  /** How it ended, once it has; never fails itself. */
  CompletionStage<Outcome> outcome();

  /**
   * Ends it before it is complete: every entity finishes the write it is at. A second call changes
   * nothing.
   *
   * @return the outcome, which is another one where the pipeline was ending already
   */
  CompletionStage<Outcome> stop();

  /**
   * Ends the incarnation of an entity as a crash of it would, a write under way included. What
   * speaks to it next starts a new one.
   *
   * @return whether there was one here
   */
  boolean kill(EntityId id);

  /** What it looks like here and now. */
  PipelineStatus status();
}
