package io.tidemark.core.channel;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.time.Time;

/** A member's word to the coordinator: said when it changes, and again when asked. */
public final class Reporter {
  private static final EntityId.Coordinator COORDINATOR = new EntityId.Coordinator();

  private final EntityId.Member self;
  private long generation;
  private long progressMicros = Time.MIN;
  private boolean sealed;
  private boolean said;

  /** A member that has said nothing. */
  public Reporter(EntityId.Member self) {
    this.self = self;
  }

  /** Says it where it differs from what was said last. */
  public void report(long newGeneration, long newProgressMicros, boolean newSealed, Step step) {
    boolean news =
        !said
            || generation != newGeneration
            || progressMicros != newProgressMicros
            || sealed != newSealed;
    if (news) {
      repeat(newGeneration, newProgressMicros, newSealed, step);
    }
  }

  /** Says it whatever was said last. */
  public void repeat(long newGeneration, long newProgressMicros, boolean newSealed, Step step) {
    said = true;
    generation = newGeneration;
    progressMicros = newProgressMicros;
    sealed = newSealed;
    step.send(COORDINATOR, new Message.Report(self, generation, progressMicros, sealed));
  }

  /** What was said last; {@link Time#MIN} where nothing was. */
  public long progressMicros() {
    return progressMicros;
  }
}
