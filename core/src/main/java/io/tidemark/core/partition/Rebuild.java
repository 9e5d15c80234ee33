package io.tidemark.core.partition;

import io.tidemark.core.entity.Step;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.SourceLabel;
import org.jspecify.annotations.Nullable;

/**
 * Makes the batches above low-water again after a restart, one read at a time, and sees that they
 * are the same.
 */
final class Rebuild {
  private final DecisionLog log;
  private final Judge judge;
  private final SourceLabel label;
  private long made;
  private boolean on;

  Rebuild(DecisionLog log, Judge judge, SourceLabel label) {
    this.log = log;
    this.judge = judge;
    this.label = label;
  }

  /** Recovery is complete: begins at low-water. */
  void start() {
    made = log.lowWater();
    on = made < log.latest().number();
    judge.resume(log.base());
    if (log.latest().number() > 0 && log.latest().what() instanceof Decision.What.Ended) {
      judge.hasEnded();
    }
  }

  /** Whether some batch above low-water has not been made again. */
  boolean isOn() {
    return on;
  }

  /** Number of the last decision whose elements are here to be handed on. */
  long made() {
    return made;
  }

  /** A decision has become durable, and its elements are here. */
  void made(long number) {
    made = number;
  }

  /** What to read for the next batch; null: all are made. */
  Step.@Nullable Read next() {
    while (on) {
      Decision next = log.find(made + 1);
      if (next == null) {
        on = false;
      } else if (next.what() instanceof Decision.What.Admitted batch) {
        return new Step.Read(before(next).end(), batch.records());
      } else {
        judge.perform(next.what());
        made++;
      }
    }
    return null;
  }

  private Decision before(Decision decision) {
    Decision before = log.find(decision.number() - 1);
    return before == null ? log.base() : before;
  }

  /**
   * Makes the batch of the records that {@link #next} asked for.
   *
   * @throws PartitionError where they are others than before
   */
  Admitter.Admitted make(RecordBatch records) {
    Decision decision = log.find(made + 1);
    if (decision == null || !(decision.what() instanceof Decision.What.Admitted batch)) {
      throw new AssertionError("no batch is to be made again: decision=" + decision);
    }
    if (records.size() != batch.records() || records.checksum() != batch.checksum()) {
      throw PartitionError.changed(label, decision, batch, records);
    }
    Admitter.Admitted again = judge.admit(records, batch.readMicros());
    if (!judge.state().equals(decision.after())) {
      throw PartitionError.diverged(label, decision, judge.state());
    }
    made++;
    return again;
  }
}
