package io.tidemark.core.partition;

import io.tidemark.core.entity.DataError;
import io.tidemark.core.entity.Step;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.SourceLabel;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.Time;

/** What a source gives, or what becomes of it, that its pipeline cannot go on with. */
final class PartitionError extends DataError {
  private static final long serialVersionUID = 1;

  private PartitionError(String message) {
    super(message);
  }

  /** A batch that is made again has other records than before. */
  static PartitionError changed(
      SourceLabel label, Decision decision, Decision.What.Admitted batch, RecordBatch found) {
    return new PartitionError(
        "the source has changed since it was read: partition="
            + name(label)
            + ", decision="
            + decision.number()
            + ", records before="
            + decision.end()
            + ", expected="
            + batch.records()
            + " records with checksum "
            + Integer.toHexString(batch.checksum())
            + ", found="
            + found.size()
            + " records with checksum "
            + Integer.toHexString(found.checksum())
            + "; bring the file back as it was, or start anew with --fresh");
  }

  /** A batch that is made again leads to another state than before. */
  static PartitionError diverged(SourceLabel label, Decision decision, AdmissionState now) {
    return new PartitionError(
        "a batch gives another result than before: partition="
            + name(label)
            + ", decision="
            + decision.number()
            + ", recorded="
            + decision.after()
            + ", now="
            + now);
  }

  /** A record is no element, and the source is to stop at it. */
  static PartitionError badInput(SourceLabel label, Diagnostic bad) {
    return new PartitionError(
        "bad input: source="
            + label.source()
            + ", file="
            + label.partitionName()
            + ", offset="
            + bad.offset().position()
            + ", kind="
            + bad.rule()
            + ", record="
            + bad.text()
            + "; mend it, or set on-bad-input = skip");
  }

  /** More outputs than are bearable wait for progress that the partition itself holds back. */
  static Step.Fail overfull(PartitionSettings settings, long waitingOutputs, long progressMicros) {
    return new Step.Fail(
        "too many outputs wait for progress that only their own partition can make: partition="
            + name(settings.label())
            + ", expected=below "
            + settings.limits().gatingOutputs()
            + " (gatingOutputs), actual="
            + waitingOutputs
            + ", progress="
            + Time.format(progressMicros)
            + "; let it follow its keys more closely: a smaller late, arrival-floor = on; or order"
            + " = key in the sinks of its streams");
  }

  private static String name(SourceLabel label) {
    return label.source() + "/" + label.partitionName();
  }
}
