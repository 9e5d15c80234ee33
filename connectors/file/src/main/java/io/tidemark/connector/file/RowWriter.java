package io.tidemark.connector.file;

import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.SinkWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes rows in a format to a file or a stream. Not thread-safe.
 *
 * @param <R> the type of the rows
 */
final class RowWriter<R> implements SinkWriter<R> {
  private final Output output;
  private final FileFormat format;
  private final RowFormat<R> rows;

  private RowWriter(Output output, FileFormat format, RowFormat<R> rows) {
    this.output = output;
    this.format = format;
    this.rows = rows;
  }

  /** A writer of a file; the folders it lies in are created. Nothing is touched before restore. */
  static <R> RowWriter<R> to(Path file, FileFormat format, RowFormat<R> rows) {
    return new RowWriter<>(new FileOutput(file), format, rows);
  }

  /** A writer of a stream, which stays open; rows may come twice after a crash. */
  static <R> RowWriter<R> to(OutputStream stream, FileFormat format, RowFormat<R> rows) {
    return new RowWriter<>(new StreamOutput(stream), format, rows);
  }

  @Override
  public long restore(long committedLength) throws IOException {
    if (output.restore(committedLength)) {
      byte[] header = format.header(rows.columns());
      if (header.length > 0) {
        output.append(header);
        output.sync();
      }
    }
    return output.length();
  }

  @Override
  public long append(List<R> more) throws IOException {
    return output.append(format.text(rows, more));
  }

  @Override
  public void sync() throws IOException {
    output.sync();
  }

  @Override
  public void close() throws IOException {
    output.close();
  }
}
