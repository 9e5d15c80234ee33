package io.tidemark.connector.file;

import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.SinkWriter;
import java.io.OutputStream;
import java.util.function.Supplier;

/**
 * A stream of bytes that a sink writes, at least once: what was written cannot be cut after a
 * crash.
 *
 * @param stream stays open and its owner's
 * @param format how rows stand in it
 */
public record StreamDestination(OutputStream stream, FileFormat format) implements Destination {
  @Override
  public <R> Supplier<SinkWriter<R>> writers(RowFormat<R> rows) {
    return () -> RowWriter.to(stream, format, rows);
  }
}
