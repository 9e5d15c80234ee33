package io.tidemark.config.pipeline;

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

  /** The sources and computed streams that what has a name hands on the elements of. */
  private final Map<String, Set<String>> origins = new HashMap<>();

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
    origins.put(source.name(), Set.of(source.name()));
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
      Columns result = new StreamCheck(this, stream).result();
      columns.put(stream.name(), result);
      origins.put(stream.name(), stream.isOfRows() ? originsOf(stream) : Set.of(stream.name()));
      schemas.put(stream.name(), result.schema());
    }
    if (!problems.isEmpty()) {
      throw new Refused(problems);
    }
    return schemas;
  }

  private Set<String> originsOf(StreamSettings stream) {
    Set<String> all = new HashSet<>();
    stream.froms().forEach(from -> all.addAll(origins(from)));
    return all;
  }

  /** Where the elements of a source or stream come from. */
  Set<String> origins(String name) {
    return origins.getOrDefault(name, Set.of());
  }

  /** The columns of a source or stream. */
  Columns columns(String name) {
    Columns of = columns.get(name);
    if (of == null) {
      throw new AssertionError("a stream comes before what it reads: from=" + name);
    }
    return of;
  }

  /** The column's type; of no meaning where it does not exist. */
  ColumnType require(String path, String column, Columns has) {
    Optional<ColumnType> type = has.type(column);
    if (type.isEmpty()) {
      report(path, column, "no such column", has.allowed(column));
    } else if (has.lists().contains(column)) {
      report(path, column, "a column of lists", "only a sink takes those");
    }
    return type.orElse(ColumnType.STRING);
  }

  void report(String path, String value, String what, String allowed) {
    // What a block names has a line of its own.
    Place place = pipeline.written(path).orElseGet(() -> pipeline.place(path + "." + value));
    problems.add(new Problem(place, path, value, what, allowed));
  }
}
