package io.tidemark.connector.file;

import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.SinkWriter;
import java.util.function.Supplier;

/**
 * The writers of one file, for one incarnation of its sink after the other.
 *
 * @param destination the file
 * @param rows its columns and how a row fills them
 * @param <R> the type of the rows
 */
public record FileWriters<R>(FileDestination destination, RowFormat<R> rows)
    implements Supplier<SinkWriter<R>> {
  @Override
  public SinkWriter<R> get() {
    return RowWriter.to(destination.file(), destination.format(), rows);
  }
}
