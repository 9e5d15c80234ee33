package io.tidemark.config.pipeline;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.time.TimestampFormat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A source of files.
 *
 * @param name unique among sources and streams
 * @param format how records are written
 * @param paths files or glob patterns, relative to the pipeline file
 * @param fileNameAs the column that holds the stem of the file's name, or null
 * @param partitioning how rows are spread over partitions; null: one partition per file
 * @param columns the types of columns that are no strings, and of strings that were declared
 * @param eventTime where the event time stands; null: event time is arrival time
 * @param arrivalTime where the arrival time stands; null: the wall clock at read when following,
 *     else backfill
 * @param time how times are judged, its basis included
 * @param substreams the key columns of substreams; none: no substreams
 * @param confined whether the writer promises that a key lives in one partition
 * @param follow whether the files go on growing
 * @param flushAtEnd what the end of input does to open windows
 * @param stopOnBadInput whether bad input ends the run
 * @param maxRate records a second that each partition reads at most; 0: as many as there are
 */
public record SourceSettings(
    String name,
    Format format,
    List<String> paths,
    @Nullable String fileNameAs,
    @Nullable Partitioning partitioning,
    Map<String, ColumnType> columns,
    @Nullable TimeColumn eventTime,
    @Nullable TimeColumn arrivalTime,
    TimePolicy time,
    List<String> substreams,
    boolean confined,
    boolean follow,
    FlushAtEnd flushAtEnd,
    boolean stopOnBadInput,
    int maxRate) {

  /** Copies the collections. */
  public SourceSettings {
    paths = List.copyOf(paths);
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    substreams = List.copyOf(substreams);
  }

  /**
   * A number of partitions fixed by the pipeline.
   *
   * @param count at least 1
   * @param by the columns whose values decide; none only where there is one partition
   */
  public record Partitioning(int count, List<String> by) {
    /** Copies the list. */
    public Partitioning {
      by = List.copyOf(by);
    }
  }

  /** A column that holds a time, and how the time is written. */
  public record TimeColumn(String column, TimestampFormat format) {}

  /** What the end of a bounded source does. */
  public enum FlushAtEnd {
    /** Progress becomes infinite: every window is final. */
    INFINITY,
    /** Windows that are not final by the watermark are discarded and counted. */
    WATERMARK,
    /** Nothing. */
    NONE
  }
}
