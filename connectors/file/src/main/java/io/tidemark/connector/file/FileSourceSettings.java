package io.tidemark.connector.file;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.time.TimestampFormat;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link FileSource} reads and how.
 *
 * @param format how records stand in the files
 * @param base what relative paths are relative to
 * @param paths paths or glob patterns ({@code *}, {@code **}, {@code ?}, {@code [a-z]}, {@code
 *     {a,b}}); each matches at least one file
 * @param columns CSV: the types of columns of the header row; those left out are strings. JSON
 *     lines: the fields that become columns, in their order; others are ignored
 * @param timestamps reads a column of type timestamp
 * @param fileNameAs a further column, the last, with the file's name without its last extension
 * @param partitioning how rows are dealt out; null for one partition per file
 * @param follow whether the files go on growing: the source has no end, and a last line counts only
 *     when its line end is there
 * @param eventTimeColumn the column whose raw text a bad record shows as its event time
 * @param arrivalTimeColumn likewise for its arrival time
 * @param maxRecordBytes a longer record, its line end aside, is bad input; 16 B to 1 GiB
 * @param readBufferBytes how much is read at once; 16 B to 1 GiB
 * @param maxRate records a second that each partition reads at most; 0: as many as there are
 */
public record FileSourceSettings(
    FileFormat format,
    Path base,
    List<String> paths,
    Map<String, ColumnType> columns,
    TimestampParser timestamps,
    @Nullable String fileNameAs,
    @Nullable Partitioning partitioning,
    boolean follow,
    @Nullable String eventTimeColumn,
    @Nullable String arrivalTimeColumn,
    int maxRecordBytes,
    int readBufferBytes,
    int maxRate) {

  /** 1 MiB. */
  public static final int DEFAULT_MAX_RECORD_BYTES = 1 << 20;

  /** 256 KiB: reading more at once is no faster from a file in memory. */
  public static final int DEFAULT_READ_BUFFER_BYTES = 1 << 18;

  /**
   * All files, in the order of their paths, are one sequence of rows; a row belongs to partition
   * {@code floorMod(murmur3_32(values joined by U+001F), count)}.
   *
   * @param count how many partitions, at least 1
   * @param by the columns that decide; may be empty where there is one partition
   */
  public record Partitioning(int count, List<String> by) {
    /** Copies the columns. */
    public Partitioning {
      by = List.copyOf(by);
      if (count < 1) {
        throw new IllegalArgumentException(
            "partitions is out of range: expected=1 or more, actual=" + count);
      }
      if (by.isEmpty() && count > 1) {
        throw new IllegalArgumentException(
            "nothing says which partition a row belongs to: partitions="
                + count
                + "; name the columns in partition-by");
      }
    }
  }

  /** Copies and checks what can be checked without the files. */
  public FileSourceSettings {
    paths = List.copyOf(paths);
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    if (maxRate < 0) {
      throw new IllegalArgumentException(
          "max rate is out of range: expected=0 or more, actual=" + maxRate + " (records/s)");
    }
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("a file source needs at least one path; name one");
    }
    if (fileNameAs != null
        && columns.getOrDefault(fileNameAs, ColumnType.STRING) != ColumnType.STRING) {
      throw new IllegalArgumentException(
          "a file name is a string: column="
              + fileNameAs
              + ", type="
              + columns.get(fileNameAs)
              + "; leave out its type");
    }
  }

  /** The same with further typed columns. */
  FileSourceSettings withColumns(Map<String, ColumnType> more) {
    Map<String, ColumnType> all = new LinkedHashMap<>(columns);
    all.putAll(more);
    return new FileSourceSettings(
        format,
        base,
        paths,
        all,
        timestamps,
        fileNameAs,
        partitioning,
        follow,
        eventTimeColumn,
        arrivalTimeColumn,
        maxRecordBytes,
        readBufferBytes,
        maxRate);
  }

  ReadLimits limits() {
    return new ReadLimits(maxRecordBytes, readBufferBytes);
  }

  /** Settings for CSV files; everything else at its default. */
  public static Builder csv(String... paths) {
    return new Builder(FileFormat.CSV, List.of(paths));
  }

  /** Settings for files with one JSON object per line; everything else at its default. */
  public static Builder jsonLines(String... paths) {
    return new Builder(FileFormat.JSON_LINES, List.of(paths));
  }

  /** Names the settings one by one. */
  public static final class Builder {
    private final FileFormat format;
    private final List<String> paths;
    private Path base = Path.of("");
    private Map<String, ColumnType> columns = Map.of();
    private TimestampParser timestamps = TimestampFormat.ISO8601::micros;
    private @Nullable String fileNameAs;
    private @Nullable Partitioning partitioning;
    private boolean follow;
    private @Nullable String eventTimeColumn;
    private @Nullable String arrivalTimeColumn;
    private int maxRecordBytes = DEFAULT_MAX_RECORD_BYTES;
    private int readBufferBytes = DEFAULT_READ_BUFFER_BYTES;
    private int maxRate;

    private Builder(FileFormat format, List<String> paths) {
      this.format = format;
      this.paths = paths;
    }

    /** What relative paths are relative to; default: the working directory. */
    public Builder base(Path directory) {
      base = directory;
      return this;
    }

    /** The typed columns; for JSON lines all columns. */
    public Builder columns(Map<String, ColumnType> types) {
      columns = types;
      return this;
    }

    /** How a column of type timestamp is read; default: ISO 8601. */
    public Builder timestamps(TimestampParser parser) {
      timestamps = parser;
      return this;
    }

    /** Adds a column with the file's name. */
    public Builder fileNameAs(String column) {
      fileNameAs = column;
      return this;
    }

    /** Deals the rows of all files out to a fixed number of partitions. */
    public Builder partitions(int count, List<String> by) {
      partitioning = new Partitioning(count, by);
      return this;
    }

    /** Whether the files go on growing; default: no. */
    public Builder follow(boolean growing) {
      follow = growing;
      return this;
    }

    /** The column that holds the event time. */
    public Builder eventTimeColumn(String column) {
      eventTimeColumn = column;
      return this;
    }

    /** The column that holds the arrival time. */
    public Builder arrivalTimeColumn(String column) {
      arrivalTimeColumn = column;
      return this;
    }

    /** The longest record. */
    public Builder maxRecordBytes(int bytes) {
      maxRecordBytes = bytes;
      return this;
    }

    /** How much is read at once. */
    public Builder readBufferBytes(int bytes) {
      readBufferBytes = bytes;
      return this;
    }

    /** So many records a second each partition reads at most; default: as many as there are. */
    public Builder maxRate(int recordsPerSecond) {
      maxRate = recordsPerSecond;
      return this;
    }

    /** The settings. */
    public FileSourceSettings build() {
      return new FileSourceSettings(
          format,
          base,
          paths,
          columns,
          timestamps,
          fileNameAs,
          partitioning,
          follow,
          eventTimeColumn,
          arrivalTimeColumn,
          maxRecordBytes,
          readBufferBytes,
          maxRate);
    }
  }
}
