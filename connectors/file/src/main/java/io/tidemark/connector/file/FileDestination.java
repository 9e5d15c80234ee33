package io.tidemark.connector.file;

import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import java.nio.file.Path;

/**
 * A file that a sink writes, exactly once: what was committed survives a crash, what was not is
 * cut. The folders it lies in are created.
 *
 * @param file absolute
 * @param format how rows stand in it
 * @param overwrite whether a new run may replace a file that no run of its state wrote
 */
public record FileDestination(Path file, FileFormat format, boolean overwrite)
    implements Destination {
  /** Makes the path absolute. */
  public FileDestination {
    file = file.toAbsolutePath().normalize();
  }

  /** The same, but a new run may replace a file that no run of its state wrote. */
  public FileDestination overwriting() {
    return new FileDestination(file, format, true);
  }

  @Override
  public <R> FileWriters<R> writers(RowFormat<R> rows) {
    return new FileWriters<>(this, rows);
  }
}
