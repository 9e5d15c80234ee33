package io.tidemark.config.pipeline;

import io.tidemark.config.refusal.Nearest;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The columns of a source or stream, as far as they are known.
 *
 * @param types the known ones, in order
 * @param open whether there may be others, which are then strings
 */
record Columns(Map<String, ColumnType> types, boolean open) {

  static Columns of(Schema schema) {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    schema.columns().forEach(column -> types.put(column.name(), column.type()));
    return new Columns(types, false);
  }

  /** What a source's settings tell without its files. */
  static Columns declared(SourceSettings source) {
    Map<String, ColumnType> types = new LinkedHashMap<>(source.columns());
    if (source.fileNameAs() != null) {
      types.put(source.fileNameAs(), ColumnType.STRING);
    }
    return new Columns(types, true);
  }

  /** The type of the column; empty where there is none. */
  Optional<ColumnType> type(String column) {
    ColumnType type = types.get(column);
    return Optional.ofNullable(type == null && open ? ColumnType.STRING : type);
  }

  /** The known columns, and the nearest to a word that is none of them. */
  String allowed(String word) {
    return Nearest.hint(word, types.keySet()) + "columns: " + String.join(", ", types.keySet());
  }

  Schema schema() {
    List<Schema.Column> columns = new ArrayList<>();
    types.forEach((name, type) -> columns.add(new Schema.Column(name, type)));
    return new Schema(columns);
  }
}
