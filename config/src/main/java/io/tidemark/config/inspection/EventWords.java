package io.tidemark.config.inspection;

import io.tidemark.core.entity.Event;
import io.tidemark.core.keygroup.KeyGroupEvent;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.sink.SinkEvent;
import io.tidemark.core.source.Offset;
import io.tidemark.core.substream.SubstreamEvent;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.Time;

/** What an event says, in a few words for a person. */
final class EventWords {
  private EventWords() {}

  static String of(Event event) {
    if (event instanceof PartitionEvent.Decided decided) {
      return of(decided.decision());
    } else if (event instanceof PartitionEvent.Rested rested) {
      return rested.keys().size() + " keys left memory";
    } else if (event instanceof SubstreamEvent.Advanced advanced) {
      return "watermark "
          + Time.format(advanced.key().watermarkMicros())
          + ", outputs so far "
          + advanced.digest();
    } else if (event instanceof KeyGroupEvent.Advanced advanced) {
      return of(advanced);
    } else if (event instanceof KeyGroupEvent.Rung rung) {
      return rung.timers()
          + " timers ran by the clock at "
          + Time.format(rung.clockMicros())
          + ", "
          + of(rung.advanced());
    } else if (event instanceof SinkEvent.Committed committed) {
      return "until "
          + Time.format(committed.committedMicros())
          + ", "
          + committed.length()
          + " bytes, rows so far "
          + committed.digest();
    } else if (event instanceof Event.GenerationTaken taken) {
      return "generation " + taken.generation() + (taken.fence() ? ", a new incarnation" : "");
    }
    return "";
  }

  private static String of(KeyGroupEvent.Advanced advanced) {
    return "progress "
        + Time.format(advanced.appliedMicros())
        + ", outputs so far "
        + advanced.digest();
  }

  private static String of(Decision decision) {
    Decision.What what = decision.what();
    String words = "decision " + decision.number() + ": ";
    if (what instanceof Decision.What.Admitted batch) {
      words +=
          "batch of "
              + batch.records()
              + " records up to "
              + offset(decision.end())
              + ", read "
              + Time.format(batch.readMicros());
    } else if (what instanceof Decision.What.Estimated estimated) {
      words += "idle estimate " + Time.format(estimated.estimateMicros());
    } else if (what instanceof Decision.What.Raised raised) {
      words += "floor asked for " + Time.format(raised.floorMicros());
    } else if (what instanceof Decision.What.Ended ended) {
      words += "end of input at progress " + Time.format(ended.progressMicros());
    }
    AdmissionState after = decision.after();
    long micros = Math.max(after.watermarkMicros(), after.floorMicros());
    return words + ", then " + (micros == Time.MIN ? "no progress" : Time.format(micros));
  }

  private static String offset(Offset end) {
    return (end.file() == 0 ? "byte " : "file " + end.file() + ", byte ") + end.position();
  }
}
