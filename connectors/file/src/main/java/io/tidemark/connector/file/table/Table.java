package io.tidemark.connector.file.table;

import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.RecordFiles;
import io.tidemark.core.join.Version;
import io.tidemark.core.key.Key;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table as one file has it, and what that changes of the table before: a version for each row
 * that is new or another one, and one that says so for each row that is gone. Rows that stay as
 * they are make none.
 */
final class Table<R extends Record> {
  /** A larger table ends the run: it is in memory, here and with the elements it is for. */
  static final int MOST_ROWS = 5_000_000;

  private static final int ROWS_AT_ONCE = 4096;

  private final long second;
  private final Map<Object, R> rows;

  /** {@link BadRecord}s, then {@link Version}s. */
  private final List<Object> changes = new ArrayList<>();

  private Table(long second, Map<Object, R> rows) {
    this.second = second;
    this.rows = rows;
  }

  /**
   * Reads a file.
   *
   * @param before the table that the file follows; null for none
   * @throws IOException where it cannot be read, or is no file of this table; the message names it
   */
  static <R extends Record> Table<R> read(
      long second, Path file, RecordFiles<R> files, Key.Field<R, ?> key, @Nullable Table<R> before)
      throws IOException {
    Table<R> table = new Table<>(second, new LinkedHashMap<>());
    try {
      FileSource<R> source = files.at(file.toString());
      if (source.follows()) {
        throw new IllegalArgumentException("a table that grows has no end");
      }
      table.fill(source, key);
    } catch (IllegalArgumentException e) {
      throw unfit(file, e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw unfit(file, e.getMessage(), e);
    }
    table.compare(before == null ? Map.of() : before.rows);
    return table;
  }

  private static IOException unfit(Path file, @Nullable String reason, Exception cause) {
    return new IOException(
        "a reference table cannot be read: file=" + file + ", reason=" + reason, cause);
  }

  private void fill(FileSource<R> source, Key.Field<R, ?> key) throws IOException {
    try (PartitionReader reader = source.open(0)) {
      Offset from = Offset.START;
      boolean ended = false;
      while (!ended) {
        RecordBatch records = reader.read(from, ROWS_AT_ONCE);
        for (int i = 0; i < records.size(); i++) {
          fill(records.value(i), source, key);
        }
        from = records.end();
        ended = records.endOfInput();
      }
    }
  }

  @SuppressWarnings("unchecked") // The file's records are of the class.
  private void fill(Object record, FileSource<R> source, Key.Field<R, ?> key) {
    if (record instanceof BadRecord) {
      changes.add(record);
      return;
    }
    R row = (R) record;
    Object of = key.of(row);
    if (of == null) {
      changes.add(new BadRecord("null-key", source.text(row), "", ""));
    } else {
      rows.put(of, row);
    }
    if (rows.size() > MOST_ROWS) {
      throw new IllegalArgumentException("it has more rows than " + MOST_ROWS);
    }
  }

  private void compare(Map<Object, R> before) {
    long micros = second * 1_000_000;
    rows.forEach(
        (key, row) -> {
          if (!row.equals(before.get(key))) {
            changes.add(new Version<>(micros, row, false));
          }
        });
    before.forEach(
        (key, row) -> {
          if (!rows.containsKey(key)) {
            changes.add(new Version<>(micros, row, true));
          }
        });
  }

  /** The second since 1970 from which on the table counts. */
  long second() {
    return second;
  }

  /** How many changes there are. */
  int size() {
    return changes.size();
  }

  Object change(int index) {
    return changes.get(index);
  }
}
