package io.tidemark.connector.file;

import io.tidemark.core.sink.RowFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** How records stand in a file: UTF-8, each with a line feed; times are written as text. */
public enum FileFormat {
  /**
   * RFC 4180; the first record names the columns. Written without a byte order mark, with quotes
   * only where they are needed, null as an empty field.
   */
  CSV {
    @Override
    byte[] header(List<String> columns) {
      StringBuilder text = new StringBuilder();
      CsvText.append(columns, text);
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    <R> byte[] text(RowFormat<R> format, List<R> rows) {
      StringBuilder text = new StringBuilder(rows.size() * LIKELY_ROW_LENGTH);
      for (R row : rows) {
        CsvText.append(format.of(row), text);
      }
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }
  },

  /** One JSON object per line; written with the columns in order, nulls among them. */
  JSON_LINES {
    @Override
    byte[] header(List<String> columns) {
      return new byte[0];
    }

    @Override
    <R> byte[] text(RowFormat<R> format, List<R> rows) {
      JsonText text = new JsonText();
      for (R row : rows) {
        text.object(format.columns(), format.of(row));
      }
      return text.bytes();
    }
  };

  private static final int LIKELY_ROW_LENGTH = 64;

  /** What stands before the first row; may be nothing. */
  abstract byte[] header(List<String> columns);

  abstract <R> byte[] text(RowFormat<R> format, List<R> rows);
}
