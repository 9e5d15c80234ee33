package io.tidemark.config.pipeline;

import io.tidemark.config.pipeline.Selection.Function;
import io.tidemark.config.pipeline.SourceSettings.TimeColumn;
import io.tidemark.config.refusal.Place;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows the columns from the sources through the streams: every column a setting names must exist
 * and be of a type it can be used as. Runs twice: before files are looked at, with what the
 * settings declare, and with the columns of the files.
 */
final class ColumnCheck {
  private final PipelineFile pipeline;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, Columns> columns = new HashMap<>();

  private ColumnCheck(PipelineFile pipeline) {
    this.pipeline = pipeline;
  }

  static void beforeFilesAreKnown(PipelineFile pipeline) throws Refused {
    ColumnCheck check = new ColumnCheck(pipeline);
    pipeline.sources().forEach(source -> check.source(source, Columns.declared(source)));
    check.streams();
  }

  /** The schemas of the streams. */
  static Map<String, Schema> schemas(PipelineFile pipeline, Map<String, Schema> ofSources)
      throws Refused {
    ColumnCheck check = new ColumnCheck(pipeline);
    for (SourceSettings source : pipeline.sources()) {
      Schema schema = ofSources.get(source.name());
      if (schema == null) {
        throw new IllegalArgumentException("no schema is given: source=" + source.name());
      }
      check.source(source, Columns.of(schema));
    }
    return check.streams();
  }

  private void source(SourceSettings source, Columns has) {
    columns.put(source.name(), has);
    String path = "pipeline.sources." + source.name();
    source.columns().keySet().forEach(column -> require(path + ".columns", column, has));
    requireTime(path + ".event-time.column", source.eventTime(), has);
    requireTime(path + ".arrival-time.column", source.arrivalTime(), has);
    for (String column : source.substreams()) {
      require(path + ".time.substreams", column, has);
    }
    if (source.partitioning() != null) {
      for (String column : source.partitioning().by()) {
        require(path + ".partition-by", column, has);
      }
    }
  }

  private void requireTime(String path, @Nullable TimeColumn time, Columns has) {
    if (time != null) {
      require(path, time.column(), has);
    }
  }

  private Map<String, Schema> streams() throws Refused {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    for (StreamSettings stream : pipeline.streams()) {
      Columns result = result(stream, input(stream));
      columns.put(stream.name(), result);
      schemas.put(stream.name(), result.schema());
    }
    if (!problems.isEmpty()) {
      throw new Refused(problems);
    }
    return schemas;
  }

  private Columns input(StreamSettings stream) {
    Columns input = columns.get(stream.from());
    if (input == null) {
      throw new AssertionError("a stream comes before what it reads: stream=" + stream.name());
    }
    return input;
  }

  private Columns result(StreamSettings stream, Columns input) {
    String path = "pipeline.streams." + stream.name();
    Map<String, ColumnType> types = new LinkedHashMap<>();
    types.put(StreamColumns.WINDOW_START, ColumnType.TIMESTAMP);
    types.put(StreamColumns.WINDOW_END, ColumnType.TIMESTAMP);
    Set<String> untold = new HashSet<>();
    for (String column : stream.keyBy()) {
      types.put(column, require(path + ".key-by", column, input));
      if (!input.hasType(column)) {
        untold.add(column);
      }
    }
    for (Selection selection : stream.select()) {
      types.put(selection.name(), type(path + ".select", selection, input));
      if (selection.column() != null && !input.hasType(selection.column())) {
        untold.add(selection.name());
      }
    }
    return new Columns(types, untold, Columns.Others.NONE);
  }

  private ColumnType type(String path, Selection selection, Columns input) {
    String column = selection.column();
    if (column == null) {
      return ColumnType.LONG;
    }
    ColumnType type = require(path, column, input);
    boolean number = type == ColumnType.LONG || type == ColumnType.DOUBLE;
    boolean adds = selection.function() == Function.SUM || selection.function() == Function.AVG;
    if (adds && !number && input.hasType(column)) {
      report(
          path,
          selection.print(),
          "the column " + column + " is no number: type=" + Words.COLUMN_TYPE.print().apply(type),
          "declare it in the source: columns { " + column + " = double }, or long");
    }
    return selection.function() == Function.AVG ? ColumnType.DOUBLE : type;
  }

  /** The column's type; of no meaning where it does not exist. */
  private ColumnType require(String path, String column, Columns has) {
    Optional<ColumnType> type = has.type(column);
    if (type.isEmpty()) {
      report(path, column, "no such column", has.allowed(column));
    }
    return type.orElse(ColumnType.STRING);
  }

  private void report(String path, String value, String what, String allowed) {
    // What a block names has a line of its own.
    Place place = pipeline.written(path).orElseGet(() -> pipeline.place(path + "." + value));
    problems.add(new Problem(place, path, value, what, allowed));
  }
}
