package io.tidemark.connector.file;

import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.SinkWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes each row as one JSON object per line: UTF-8, the columns in order, nulls written, times as
 * strings. Not thread-safe.
 *
 * @param <R> the type of the rows
 */
public final class JsonLinesSinkWriter<R> implements SinkWriter<R> {
  private final Output output;
  private final RowFormat<R> format;

  private JsonLinesSinkWriter(Output output, RowFormat<R> format) {
    this.output = output;
    this.format = format;
  }

  /** A writer of a file; the folders it lies in are created. Nothing is touched before restore. */
  public static <R> JsonLinesSinkWriter<R> to(Path file, RowFormat<R> format) {
    return new JsonLinesSinkWriter<>(new FileOutput(file), format);
  }

  /** A writer of a stream, which stays open; rows may come twice after a crash. */
  public static <R> JsonLinesSinkWriter<R> to(OutputStream stream, RowFormat<R> format) {
    return new JsonLinesSinkWriter<>(new StreamOutput(stream), format);
  }

  @Override
  public long restore(long committedLength) throws IOException {
    output.restore(committedLength);
    return output.length();
  }

  @Override
  public long append(List<R> rows) throws IOException {
    JsonText text = new JsonText();
    for (R row : rows) {
      text.object(format.columns(), format.of(row));
    }
    return output.append(text.bytes());
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
