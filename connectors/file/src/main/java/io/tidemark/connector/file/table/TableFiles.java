package io.tidemark.connector.file.table;

import io.tidemark.connector.file.RecordFiles;
import io.tidemark.core.key.Key;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Files each of which is a whole reference table, before it is said which files. The time from
 * which on a table counts, in UTC, stands in its file's name:
 *
 * <pre>{@code
 * record Rate(String currency, double euros) {}
 *
 * TableSource<Rate> rates =
 *     TableFiles.of(CsvFiles.of(Rate.class), Rate::currency)
 *         .follow()
 *         .at("rates/{yyyy-MM-dd}/{HH-mm}.csv");
 * }</pre>
 *
 * <p>Immutable; each method returns another one, and {@link #at} ends it.
 *
 * @param <R> the record class of the rows
 */
public final class TableFiles<R extends Record> {
  private final RecordFiles<R> files;
  private final Key.Field<R, ?> key;
  private final Path folder;
  private final boolean follows;

  private TableFiles(RecordFiles<R> files, Key.Field<R, ?> key, Path folder, boolean follows) {
    this.files = files;
    this.key = key;
    this.folder = folder;
    this.follows = follows;
  }

  /**
   * Tables of rows.
   *
   * @param files how a file is read; which ones, and whether they follow, is said here
   * @param key of a row, unique in its table: of two rows with one key the later counts. A row for
   *     which it gives null is bad input
   */
  public static <R extends Record> TableFiles<R> of(RecordFiles<R> files, Key.Field<R, ?> key) {
    return new TableFiles<>(files, key, Path.of(""), false);
  }

  /** The pattern is relative to the folder; default: working directory. */
  public TableFiles<R> in(Path base) {
    return new TableFiles<>(files, key, base, follows);
  }

  /**
   * New files are looked for all the time, and the source has no end: for a pipeline whose other
   * sources follow. Default: the files that are there when the source is made are all there are.
   */
  public TableFiles<R> follow() {
    return new TableFiles<>(files, key, folder, true);
  }

  /**
   * The source of the files that match; they are looked for now.
   *
   * @param pattern a path in which parts in braces are times as {@link
   *     java.time.format.DateTimeFormatter} has them: {@code rates-{yyyy-MM-dd'T'HH-mm-ss}.csv}.
   *     What it leaves out of a time is zero
   * @throws IllegalArgumentException where it is no such pattern, or no file matches
   * @throws UncheckedIOException where the folder cannot be listed
   */
  public TableSource<R> at(String pattern) {
    TableListing listing = new TableListing(folder, pattern);
    try {
      return new TableSource<>(listing.existing(), listing, files, key, follows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
