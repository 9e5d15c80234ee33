package io.tidemark.config.pipeline;

import io.tidemark.config.refusal.Nearest;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The columns of a source or stream, as far as they are known.
 *
 * @param types the known ones, in order
 * @param untold those of them whose types mean nothing: they come from columns that are not there,
 *     or that only a header row can show
 * @param lists those whose values are lists, of which the type means nothing either
 * @param others which others there are
 */
record Columns(
    Map<String, ColumnType> types, Set<String> untold, Set<String> lists, Others others) {

  /** Columns that nobody declared; where there are some, they are strings. */
  enum Others {
    NONE,
    /** Any name is one, as in JSON. */
    ALL,
    /** The header row tells, and was not looked at yet. */
    UNTOLD
  }

  static Columns of(Schema schema) {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    schema.columns().forEach(column -> types.put(column.name(), column.type()));
    return new Columns(types, Set.of(), Set.of(), Others.NONE);
  }

  /** What a source's settings tell without its files. */
  static Columns declared(SourceSettings source) {
    Map<String, ColumnType> types = new LinkedHashMap<>(source.columns());
    if (source.fileNameAs() != null) {
      types.put(source.fileNameAs(), ColumnType.STRING);
    }
    Others others = source.format() == Format.CSV ? Others.UNTOLD : Others.ALL;
    return new Columns(types, Set.of(), Set.of(), others);
  }

  /** The type of the column; empty where there is none. */
  Optional<ColumnType> type(String column) {
    ColumnType type = types.get(column);
    return Optional.ofNullable(type == null && others != Others.NONE ? ColumnType.STRING : type);
  }

  /**
   * Whether the type is that of a column which is there, or may be there without being declared.
   */
  boolean hasType(String column) {
    return types.containsKey(column) ? !untold.contains(column) : others == Others.ALL;
  }

  /** The known columns, and the nearest to a word that is none of them. */
  String allowed(String word) {
    return Nearest.hint(word, types.keySet()) + "columns: " + String.join(", ", types.keySet());
  }

  /** Whether all columns and their types are known. */
  boolean areTold() {
    return untold.isEmpty() && others == Others.NONE;
  }

  /** The known columns with their types. */
  String shown() {
    List<String> columns = new ArrayList<>();
    types.forEach(
        (name, type) ->
            columns.add(
                name
                    + " "
                    + (lists.contains(name) ? "list" : Words.COLUMN_TYPE.print().apply(type))));
    return String.join(", ", columns);
  }

  Schema schema() {
    List<Schema.Column> columns = new ArrayList<>();
    types.forEach((name, type) -> columns.add(new Schema.Column(name, type)));
    return new Schema(columns);
  }
}
