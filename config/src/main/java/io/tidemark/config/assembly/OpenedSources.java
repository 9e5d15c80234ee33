package io.tidemark.config.assembly;

import io.tidemark.config.pipeline.Format;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.SourceSettings;
import io.tidemark.config.pipeline.SourceSettings.Partitioning;
import io.tidemark.config.pipeline.SourceSettings.TimeColumn;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.FileSourceSettings;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a pipeline with their files found and looked at: the partitions and columns are
 * known and fixed.
 *
 * @param sources by name, in the order of the pipeline file
 * @param schemas the columns of sources and streams, by name
 */
public record OpenedSources(Map<String, FileSource<Row>> sources, Map<String, Schema> schemas) {

  /**
   * Finds the files that the paths of the pipeline file match.
   *
   * @throws Refused where files or columns are missing or do not fit; all problems that were found
   */
  public static OpenedSources find(PipelineFile pipeline) throws Refused {
    return open(pipeline, Map.of());
  }

  /**
   * Opens the files that are named, whatever else the paths match by now.
   *
   * @param files for each source its files, as paths relative to the pipeline file's folder
   * @throws Refused like {@link #find}
   */
  public static OpenedSources reopen(PipelineFile pipeline, Map<String, List<String>> files)
      throws Refused {
    return open(pipeline, files);
  }

  private static OpenedSources open(PipelineFile pipeline, Map<String, List<String>> files)
      throws Refused {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    List<Problem> problems = new ArrayList<>();
    for (SourceSettings source : pipeline.sources()) {
      List<String> paths = files.getOrDefault(source.name(), source.paths());
      try {
        // Without the settings that name columns, so that a missing column is reported where it is
        // named, and not as a fault of the file.
        FileSourceSettings.Builder bare = builder(pipeline, source, paths);
        schemas.put(source.name(), typed(source, FileSource.rows(bare.build()).schema()));
      } catch (IOException | IllegalArgumentException e) {
        problems.add(problem(pipeline, source, e));
      }
    }
    if (!problems.isEmpty()) {
      throw new Refused(problems);
    }
    schemas.putAll(pipeline.schemas(schemas));
    Map<String, FileSource<Row>> sources = new LinkedHashMap<>();
    for (SourceSettings source : pipeline.sources()) {
      List<String> paths = files.getOrDefault(source.name(), source.paths());
      try {
        sources.put(source.name(), FileSource.rows(complete(pipeline, source, paths)));
      } catch (IOException | IllegalArgumentException e) {
        throw new Refused(problem(pipeline, source, e));
      }
    }
    return new OpenedSources(sources, schemas);
  }

  /** The source of the name. */
  public FileSource<Row> source(String name) {
    FileSource<Row> source = sources.get(name);
    if (source == null) {
      throw new IllegalArgumentException("no source has the name " + name);
    }
    return source;
  }

  /** The columns of the source or stream. */
  public Schema schema(String name) {
    Schema schema = schemas.get(name);
    if (schema == null) {
      throw new IllegalArgumentException("no source and no stream has the name " + name);
    }
    return schema;
  }

  private static FileSourceSettings.Builder builder(
      PipelineFile pipeline, SourceSettings source, List<String> paths) {
    String[] patterns = paths.toArray(String[]::new);
    FileSourceSettings.Builder builder;
    if (source.format() == Format.CSV) {
      builder = FileSourceSettings.csv(patterns);
    } else {
      builder = FileSourceSettings.jsonLines(patterns).columns(fields(pipeline, source));
    }
    builder.base(pipeline.folder());
    if (source.fileNameAs() != null) {
      builder.fileNameAs(source.fileNameAs());
    }
    return builder;
  }

  private static FileSourceSettings complete(
      PipelineFile pipeline, SourceSettings source, List<String> paths) {
    FileSourceSettings.Builder builder =
        builder(pipeline, source, paths).follow(source.follow()).maxRate(source.maxRate());
    if (source.format() == Format.CSV) {
      builder.columns(source.columns());
    }
    Partitioning partitioning = source.partitioning();
    if (partitioning != null) {
      builder.partitions(partitioning.count(), partitioning.by());
    }
    if (source.eventTime() != null) {
      builder.eventTimeColumn(source.eventTime().column());
    }
    if (source.arrivalTime() != null) {
      builder.arrivalTimeColumn(source.arrivalTime().column());
    }
    return builder.build();
  }

  /** The fields of JSON objects that become columns: those declared, then those used. */
  private static Map<String, ColumnType> fields(PipelineFile pipeline, SourceSettings source) {
    Set<String> used = new LinkedHashSet<>(source.columns().keySet());
    add(source.eventTime(), used);
    add(source.arrivalTime(), used);
    used.addAll(source.substreams());
    if (source.partitioning() != null) {
      used.addAll(source.partitioning().by());
    }
    used.addAll(ReadColumns.of(pipeline, source.name()));
    Map<String, ColumnType> fields = new LinkedHashMap<>();
    for (String column : used) {
      if (!column.equals(source.fileNameAs())) {
        fields.put(column, source.columns().getOrDefault(column, ColumnType.STRING));
      }
    }
    return fields;
  }

  private static void add(@Nullable TimeColumn time, Set<String> used) {
    if (time != null) {
      used.add(time.column());
    }
  }

  /** The schema with the declared types; a column that is declared and not there is left to see. */
  private static Schema typed(SourceSettings source, Schema found) {
    return new Schema(
        found.columns().stream()
            .map(
                column ->
                    new Schema.Column(
                        column.name(), source.columns().getOrDefault(column.name(), column.type())))
            .toList());
  }

  private static Problem problem(PipelineFile pipeline, SourceSettings source, Exception e) {
    String path = "pipeline.sources." + source.name() + ".paths";
    String what = String.valueOf(e.getMessage());
    return new Problem(pipeline.place(path), path, source.paths().toString(), what, "");
  }
}
