package io.tidemark.core.sink;

import java.io.IOException;
import java.util.List;

/**
 * Writes rows to the outside world so that what was committed can be told from what was not: the
 * port a connector implements. Blocking; one thread at a time.
 *
 * <p>The sink entity appends, {@link #sync}s, records the length in its journal and only then
 * acknowledges. After a crash {@link #restore} cuts what was appended and not recorded. An {@code
 * IOException} ends the run, and its message is all that is shown: it names output and reason.
 *
 * @param <R> the type of the rows
 */
public interface SinkWriter<R> extends AutoCloseable {
  /**
   * Opens the output at the committed length: what lies beyond is cut off, and a header is written
   * (and synced) where the length is 0 and the format has one.
   *
   * @return the length afterwards, in bytes
   * @throws IOException where the output is shorter than the committed length or cannot be written
   */
  long restore(long committedLength) throws IOException;

  /**
   * Appends the rows in order.
   *
   * @return the length afterwards, in bytes; not durable before {@link #sync}
   */
  long append(List<R> rows) throws IOException;

  /** Makes durable what was appended. */
  void sync() throws IOException;

  @Override
  void close() throws IOException;
}
