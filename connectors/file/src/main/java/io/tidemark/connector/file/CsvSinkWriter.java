package io.tidemark.connector.file;

import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.SinkWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes rows as CSV: UTF-8 without a byte order mark, a header row, line feeds, quotes only where
 * RFC 4180 needs them, null as an empty field. Not thread-safe.
 *
 * @param <R> the type of the rows
 */
public final class CsvSinkWriter<R> implements SinkWriter<R> {
  private final Output output;
  private final RowFormat<R> format;
  private final StringBuilder text = new StringBuilder();

  private CsvSinkWriter(Output output, RowFormat<R> format) {
    this.output = output;
    this.format = format;
  }

  /** A writer of a file; the folders it lies in are created. Nothing is touched before restore. */
  public static <R> CsvSinkWriter<R> to(Path file, RowFormat<R> format) {
    return new CsvSinkWriter<>(new FileOutput(file), format);
  }

  /** A writer of a stream, which stays open; rows may come twice after a crash. */
  public static <R> CsvSinkWriter<R> to(OutputStream stream, RowFormat<R> format) {
    return new CsvSinkWriter<>(new StreamOutput(stream), format);
  }

  @Override
  public long restore(long committedLength) throws IOException {
    if (output.restore(committedLength)) {
      text.setLength(0);
      CsvText.append(format.columns(), text);
      appendText();
      output.sync();
    }
    return output.length();
  }

  @Override
  public long append(List<R> rows) throws IOException {
    text.setLength(0);
    for (R row : rows) {
      CsvText.append(format.of(row), text);
    }
    return appendText();
  }

  private long appendText() throws IOException {
    return output.append(text.toString().getBytes(StandardCharsets.UTF_8));
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
