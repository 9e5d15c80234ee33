package io.tidemark.config.assembly;

import io.tidemark.config.pipeline.StreamColumns;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.Schema;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.WindowResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of what a stream reads, as functions of its elements. */
abstract class Columns {
  private final Schema schema;

  private Columns(Schema schema) {
    this.schema = schema;
  }

  /** The columns of a source's rows. */
  static Columns ofRows(Schema schema) {
    return new Columns(schema) {
      @Override
      Function<Object, @Nullable Object> at(int column) {
        return element -> ((Row) element).get(column);
      }
    };
  }

  /** The columns of a stream's results: window_start, window_end, keys, selected. */
  static Columns ofResults(StreamSettings stream, Schema schema) {
    int keys = stream.keyBy().size();
    int firstKey = schema.indexOf(StreamColumns.WINDOW_END) + 1;
    return new Columns(schema) {
      @Override
      Function<Object, @Nullable Object> at(int column) {
        if (column == 0) {
          return element -> instant(((WindowResult<?>) element).startMicros());
        }
        if (column == 1) {
          return element -> instant(((WindowResult<?>) element).endMicros());
        }
        int part = column - firstKey;
        return part < keys
            ? element -> keyParts(((WindowResult<?>) element).key(), keys).get(part)
            : element -> ((WindowResult<?>) element).values().get(part - keys);
      }
    };
  }

  /** The value at the place, from 0. */
  abstract Function<Object, @Nullable Object> at(int column);

  /** The value of the column, which exists. */
  Function<Object, @Nullable Object> named(String column) {
    int index = schema.indexOf(column);
    if (index < 0) {
      throw new IllegalArgumentException("no column has the name " + column);
    }
    return at(index);
  }

  ColumnType type(String column) {
    return schema.columns().get(schema.indexOf(column)).type();
  }

  /**
   * The key that the columns make: the value itself where there is one, else the list of them; null
   * where one of them is.
   */
  Function<Object, @Nullable Object> key(List<String> columns) {
    if (columns.size() == 1) {
      return named(columns.get(0));
    }
    List<Function<Object, @Nullable Object>> parts = columns.stream().map(this::named).toList();
    return element -> {
      List<Object> key = new ArrayList<>(parts.size());
      for (Function<Object, @Nullable Object> part : parts) {
        Object value = part.apply(element);
        if (value == null) {
          return null;
        }
        key.add(value);
      }
      return Collections.unmodifiableList(key);
    };
  }

  /** The values that {@link #key} made a key of. */
  static List<?> keyParts(Object key, int count) {
    return count == 1 ? List.of(key) : (List<?>) key;
  }

  private static @Nullable Instant instant(long micros) {
    return Time.isFinite(micros) ? Time.instant(micros) : null;
  }
}
