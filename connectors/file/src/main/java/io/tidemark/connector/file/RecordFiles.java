package io.tidemark.connector.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How files are to be read as records, before it is said which files. Each method returns another
 * one; {@link #at} ends it. Begins at {@link CsvFiles#of} or {@link JsonLinesFiles#of}.
 *
 * <p>Times are ISO 8601 unless {@link #timestamps} says otherwise. What these methods do not reach,
 * {@link #with} and {@link FileSource#records} do.
 *
 * @param <R> the record class
 */
public final class RecordFiles<R extends Record> {
  private final Class<R> type;
  private final Function<String[], FileSourceSettings.Builder> format;
  private final Consumer<FileSourceSettings.Builder> settings;

  RecordFiles(
      Class<R> type,
      Function<String[], FileSourceSettings.Builder> format,
      Consumer<FileSourceSettings.Builder> settings) {
    this.type = type;
    this.format = format;
    this.settings = settings;
  }

  /** Paths are relative to the folder, and partitions are named so; default: working directory. */
  public RecordFiles<R> in(Path folder) {
    return with(files -> files.base(folder));
  }

  /** A component of this name takes the file's name, without folder and last extension. */
  public RecordFiles<R> fileNameAs(String component) {
    return with(files -> files.fileNameAs(component));
  }

  /**
   * All files, in the order of their paths, are one sequence that is dealt out to a number of
   * partitions; default: each file is a partition.
   *
   * @param count 1 or more; each partition reads all files and keeps its own rows
   * @param by the columns whose values decide; may be left out where there is one partition
   */
  public RecordFiles<R> partitions(int count, String... by) {
    List<String> columns = List.of(by);
    return with(files -> files.partitions(count, columns));
  }

  /** The files go on growing: the source has no end, and a last line counts with its line end. */
  public RecordFiles<R> follow() {
    return with(files -> files.follow(true));
  }

  /**
   * How a component of type Instant is read, such as {@code TimestampFormat.EPOCH_MILLIS::micros}.
   */
  public RecordFiles<R> timestamps(TimestampParser parser) {
    return with(files -> files.timestamps(parser));
  }

  /**
   * The columns whose raw text a bad record shows as its event and arrival time among the
   * diagnostics; an empty name for none.
   */
  public RecordFiles<R> timeColumns(String eventTime, String arrivalTime) {
    return with(
        files -> {
          if (!eventTime.isEmpty()) {
            files.eventTimeColumn(eventTime);
          }
          if (!arrivalTime.isEmpty()) {
            files.arrivalTimeColumn(arrivalTime);
          }
        });
  }

  /** The same with further settings. */
  public RecordFiles<R> with(Consumer<FileSourceSettings.Builder> further) {
    return new RecordFiles<>(type, format, settings.andThen(further));
  }

  /**
   * The source of the files that match; they are looked for now.
   *
   * @param paths paths or patterns ({@code *}, {@code **}, {@code ?}, {@code [a-z]}, {@code {a,b}})
   * @throws IllegalArgumentException where files, class and settings do not fit: a pattern without
   *     a file, a component without a column
   * @throws UncheckedIOException where a file cannot be read
   */
  public FileSource<R> at(String... paths) {
    FileSourceSettings.Builder builder = format.apply(paths);
    settings.accept(builder);
    try {
      return FileSource.records(type, builder.build());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
