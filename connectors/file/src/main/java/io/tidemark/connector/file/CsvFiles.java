package io.tidemark.connector.file;

/**
 * CSV files as a source of records of a record class:
 *
 * <pre>{@code
 * record Crossing(String booth, String plate, Instant entered) {}
 *
 * FileSource<Crossing> crossings = CsvFiles.of(Crossing.class).at("data/crossings/*.csv");
 * }</pre>
 *
 * <p>Components take the columns of their names; a header row names the columns.
 */
public final class CsvFiles {
  private CsvFiles() {}

  /** CSV files whose columns the components of the class name. */
  public static <R extends Record> RecordFiles<R> of(Class<R> type) {
    return new RecordFiles<>(type, FileSourceSettings::csv, builder -> {});
  }
}
