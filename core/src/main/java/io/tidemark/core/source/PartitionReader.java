package io.tidemark.core.source;

import java.io.IOException;

/**
 * Reads one partition of a source again and again, always with the same result: the port a
 * connector implements. Blocking; called by one thread at a time, never by an entity's own thread.
 */
public interface PartitionReader extends AutoCloseable {
  /**
   * Reads records from the offset on, at most {@code maxRecords}, all of one file. Fewer may come
   * at the end of a file, where a followed file has no more complete record now, or where the
   * records are so large that more would not fit into memory; an empty batch says that nothing is
   * there yet, or, with {@code endOfInput}, ever.
   *
   * @throws IOException where the source cannot be read; the message names file and reason
   */
  RecordBatch read(Offset from, int maxRecords) throws IOException;

  @Override
  void close() throws IOException;
}
