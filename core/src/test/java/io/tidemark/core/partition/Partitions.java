package io.tidemark.core.partition;

import io.tidemark.core.entity.Limits;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.SourceLabel;
import io.tidemark.core.time.TimePolicy;
import java.util.Arrays;
import java.util.List;

/** What tests of parts of a partition need of its settings. */
final class Partitions {
  private Partitions() {}

  /** Of a partition that nobody reads; with substreams its elements are their own keys. */
  static PartitionSettings settings(Limits limits, boolean substreams) {
    return new PartitionSettings(
        new SourceLabel(
            "in", 0, "0", Object::toString, (kind, element) -> new BadRecord(kind, "", "", "")),
        TimePolicy.defaults(),
        substreams ? KeySelector.ofValues(element -> element) : null,
        List.of(),
        null,
        0,
        List.of(),
        List.of(),
        List.of(),
        false,
        false,
        PartitionSettings.FlushAtEnd.INFINITY,
        false,
        limits);
  }

  /** So many elements of one key. */
  static AdmittedBatch.Slice elements(int size) {
    Object[] values = new Object[size];
    Arrays.fill(values, "element");
    return new AdmittedBatch.Slice(
        new AdmittedBatch(values, new long[size], null, null), null, 0, size);
  }
}
