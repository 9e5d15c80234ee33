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
   * Reads nothing more and ends it once what was read is committed as far as progress allows, or
   * after the time that the settings give for it. Where all input had been read it completes.
   *
   * @return the outcome
   */
  CompletionStage<Outcome> drain();

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
