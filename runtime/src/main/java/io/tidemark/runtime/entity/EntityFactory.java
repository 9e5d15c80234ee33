package io.tidemark.runtime.entity;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.PartitionReader;
import java.io.IOException;

/**
 * Makes what a pipeline's entities consist of, from their identity. Given by the composition root;
 * called from many threads at once.
 */
public interface EntityFactory {
  /**
   * The decisions of a new incarnation: a new object each time, before recovery.
   *
   * @throws IllegalArgumentException where the pipeline has no such entity
   */
  Entity create(EntityId id);

  /**
   * Opens a partition for a new incarnation. The reader's batches have their times set. Called,
   * read and closed on blocking threads.
   */
  PartitionReader openReader(EntityId.Partition partition) throws IOException;

  /** The writer of a sink for a new incarnation; used and closed on blocking threads. */
  SinkWriter<Object> openWriter(EntityId.Sink sink) throws IOException;
}
