package io.tidemark.connector.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/**
 * CSV files as a source of records of a record class:
 *
 * <pre>{@code
 * record Crossing(String booth, String plate, Instant entered) {}
 *
 * FileSource<Crossing> crossings = CsvFiles.of(Crossing.class).at("data/crossings/*.csv");
 * }</pre>
 *
 * <p>Components take the columns of their names, times are ISO 8601; {@link #with} names what else
 * is to be otherwise. What this does not reach, {@link FileSource#records} does.
 *
 * @param <R> the record class
 */
public final class CsvFiles<R extends Record> {
  private final Class<R> type;
  private final Consumer<FileSourceSettings.Builder> settings;

  private CsvFiles(Class<R> type, Consumer<FileSourceSettings.Builder> settings) {
    this.type = type;
    this.settings = settings;
  }

  /** CSV files whose columns the components of the class name. */
  public static <R extends Record> CsvFiles<R> of(Class<R> type) {
    return new CsvFiles<>(type, builder -> {});
  }

  /** The same with further settings. */
  public CsvFiles<R> with(Consumer<FileSourceSettings.Builder> further) {
    return new CsvFiles<>(type, settings.andThen(further));
  }

  /**
   * The source of the files that match, relative to the working directory.
   *
   * @throws IllegalArgumentException where files, class and settings do not fit
   * @throws UncheckedIOException where a file cannot be read
   */
  public FileSource<R> at(String... paths) {
    FileSourceSettings.Builder builder = FileSourceSettings.csv(paths);
    settings.accept(builder);
    try {
      return FileSource.records(type, builder.build());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
