package io.tidemark.testkit.simulation;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.TimestampAssignment;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** What the partitions of a plan read. */
final class SimulatedInputs {
  private final Plan plan;
  private final Map<EntityId.Partition, PartitionReader> readers = new HashMap<>();

  SimulatedInputs(Plan plan) {
    this.plan = plan;
  }

  RecordBatch read(long nowMicros, EntityId.Partition partition, Step.Read read) {
    SourceSpec source = plan.source(partition.source());
    if (source.source() instanceof ArrivingSource arriving) {
      arriving.passTo(nowMicros);
    }
    try {
      PartitionReader reader = readers.get(partition);
      if (reader == null) {
        reader = source.source().open(partition.index());
        readers.put(partition, reader);
      }
      RecordBatch records = reader.read(read.from(), read.maxRecords());
      TimestampAssignment.of(source).assign(records);
      return records;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
