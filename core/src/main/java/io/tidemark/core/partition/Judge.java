package io.tidemark.core.partition;

import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.time.AdmissionCounts;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.PartitionAdmission;
import io.tidemark.core.time.Time;
import org.jspecify.annotations.Nullable;

/** How a partition judges time, and what it has counted: the state that its decisions carry. */
final class Judge {
  private final PartitionSettings settings;
  private final Admitter admitter;
  private PartitionAdmission admission;
  private AdmissionCounts counts;
  private boolean ended;

  /** A judge who has seen nothing. */
  Judge(PartitionSettings settings) {
    this.settings = settings;
    this.admitter = new Admitter(settings);
    this.admission = admission(AdmissionState.INITIAL);
    this.counts = new AdmissionCounts();
  }

  private PartitionAdmission admission(AdmissionState state) {
    return new PartitionAdmission(settings.policy(), settings.substreams() != null, state);
  }

  /** Takes up the state after a decision. */
  void resume(Decision from) {
    admission = admission(from.after());
    counts = copy(from.counts());
  }

  /** Judges records that were read. */
  Admitter.Admitted admit(RecordBatch records, long readMicros) {
    return admitter.admit(records, readMicros, admission, counts);
  }

  /** Carries out a decision that brings no records. */
  void perform(Decision.What what) {
    if (what instanceof Decision.What.Estimated estimated) {
      admission.estimate(estimated.estimateMicros());
    } else if (what instanceof Decision.What.Raised raised) {
      admission.raise(raised.floorMicros());
    } else if (what instanceof Decision.What.Ended) {
      ended = true;
      if (settings.flush() == FlushAtEnd.INFINITY) {
        admission.raise(Time.MAX);
      }
    }
  }

  /** The decision that records the state by now. */
  Decision decision(long number, Decision.What what, Offset end) {
    return new Decision(number, what, end, admission.state(), copy(counts));
  }

  /** In recovery: the end was decided. */
  void hasEnded() {
    ended = true;
  }

  boolean isEnded() {
    return ended;
  }

  /** The input has ended without progress to +∞: whatever is open is dropped and counted. */
  boolean isSealing() {
    return ended && settings.flush() != FlushAtEnd.INFINITY;
  }

  AdmissionState state() {
    return admission.state();
  }

  long progressMicros() {
    return admission.progressMicros();
  }

  long lastArrivalMicros() {
    return admission.lastArrivalMicros();
  }

  /** Whether a quiet partition makes progress by estimates. */
  boolean estimates() {
    return settings.follows() && settings.policy().hasIdleProgress();
  }

  /** Takes an estimate of the arrival clock; null where it would not move progress. */
  Decision.@Nullable What estimate(long estimateMicros) {
    if (!admission.wouldMove(estimateMicros)) {
      return null;
    }
    return performed(new Decision.What.Estimated(estimateMicros));
  }

  /** Takes the end of the input. */
  Decision.What end() {
    return performed(new Decision.What.Ended(admission.progressMicros()));
  }

  /** Decides again what was decided before; what comes of it may be something else. */
  Decision.What redo(Decision.What what) {
    return what instanceof Decision.What.Ended ? end() : performed(what);
  }

  private Decision.What performed(Decision.What what) {
    perform(what);
    return what;
  }

  private static AdmissionCounts copy(AdmissionCounts counts) {
    AdmissionCounts copy = new AdmissionCounts();
    copy.merge(counts);
    return copy;
  }
}
