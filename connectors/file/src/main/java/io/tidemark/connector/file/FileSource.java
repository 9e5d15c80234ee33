package io.tidemark.connector.file;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.row.RecordForm;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.Schema;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A source of the records of CSV or JSON lines files.
 *
 * <p>The files are found and looked at once, when the source is made, and then stay the same: a
 * file that appears later is not read, and one that changes where it must not is an {@link
 * IOException} of its reader. Files that are not followed end where they ended then; a last record
 * without a line end counts. Followed files grow at their end; a last line counts when its line end
 * is there.
 *
 * <p>Each file is a partition, named by its path relative to the base directory. With {@link
 * FileSourceSettings.Partitioning} all files are one sequence, and each partition, named by its
 * number, reads all of them and keeps its own rows: n partitions look at every byte n times, so
 * that each can start anywhere without the others.
 *
 * <p>A record that is none is a {@code BadRecord} of kind {@code wrong-column-count}, {@code
 * unparsable}, {@code bad-value} or {@code oversized}. Blank lines are skipped.
 *
 * @param <T> the type of the elements
 */
public final class FileSource<T> implements Source<T> {
  private final FileSourceSettings settings;
  private final List<SourceFile> files;
  private final Layout layout;
  private final ElementMaker<T> maker;
  private final @Nullable Codec<T> codec;

  private FileSource(
      FileSourceSettings settings,
      List<SourceFile> files,
      Layout layout,
      ElementMaker<T> maker,
      @Nullable Codec<T> codec) {
    this.settings = settings;
    this.files = List.copyOf(files);
    this.layout = layout;
    this.maker = maker;
    this.codec = codec;
  }

  /**
   * A source of rows with all columns of the header (JSON lines: all columns of the settings) and,
   * where it is one, the file's name; a row's text is its record without the line end.
   *
   * @throws IllegalArgumentException where settings and files do not fit: a pattern without a file,
   *     a missing or different header row, a column that is not there
   * @throws IOException where a file cannot be read
   */
  public static FileSource<Row> rows(FileSourceSettings settings) throws IOException {
    List<SourceFile> files = inspect(settings);
    Layout layout = Layout.of(settings, columnsInFiles(settings, files));
    return new FileSource<>(settings, files, layout, new RowMaker(layout.schema()), null);
  }

  /**
   * A source of records of a record class: each component (String, int, long, double, boolean,
   * their wrappers, Instant) takes the column of its name, other columns are ignored. A value that
   * is none of its component's type makes a bad record of kind {@code bad-value}. An element's text
   * is its components as a CSV record.
   *
   * @throws IllegalArgumentException like {@link #rows}, and where class and columns do not fit
   * @throws IOException where a file cannot be read
   */
  public static <R extends Record> FileSource<R> records(Class<R> type, FileSourceSettings settings)
      throws IOException {
    RecordForm<R> form = RecordForm.of(type);
    FileSourceSettings typed = settings.withColumns(RecordMaker.columns(form));
    List<SourceFile> files = inspect(typed);
    List<String> names = new ArrayList<>(columnsInFiles(typed, files));
    if (typed.fileNameAs() != null) {
      names.add(typed.fileNameAs());
    }
    RecordMaker<R> maker = RecordMaker.of(form, names);
    Layout layout = Layout.of(typed, columnsInFiles(typed, files));
    return new FileSource<>(typed, files, layout, maker, RecordCodec.of(form));
  }

  private static List<SourceFile> inspect(FileSourceSettings settings) throws IOException {
    SortedMap<String, Path> found = new FileSearch(settings.base()).find(settings.paths());
    if (settings.follow() && settings.partitioning() != null && found.size() > 1) {
      throw new IllegalArgumentException(
          "a partition that reads several files cannot follow them, for it would never leave the"
              + " first: files="
              + found.keySet()
              + "; leave out partitions (each file is one then), or name one file");
    }
    List<SourceFile> files = new ArrayList<>();
    for (Map.Entry<String, Path> file : found.entrySet()) {
      SourceFile next = HeaderRow.inspect(file.getValue(), file.getKey(), settings);
      if (!files.isEmpty() && !next.header().equals(files.get(0).header())) {
        throw new IllegalArgumentException(
            "two files of one source have different header rows: file="
                + files.get(0).path()
                + ", columns="
                + files.get(0).header()
                + ", file="
                + next.path()
                + ", columns="
                + next.header()
                + "; make them two sources");
      }
      files.add(next);
    }
    return files;
  }

  /** The columns that the files themselves have. */
  private static List<String> columnsInFiles(FileSourceSettings settings, List<SourceFile> files) {
    return settings.format() == FileFormat.CSV
        ? files.get(0).header()
        : settings.columns().keySet().stream()
            .filter(name -> !name.equals(settings.fileNameAs()))
            .toList();
  }

  /**
   * The same source with these of its files only, so that a run can go on with the files it began
   * with, whatever else matches by now.
   *
   * @throws IllegalArgumentException where one of them is no file of this source, or none is left
   */
  public FileSource<T> only(Set<Path> some) {
    List<SourceFile> kept = files.stream().filter(file -> some.contains(file.path())).toList();
    if (kept.size() < some.size() || kept.isEmpty()) {
      throw new IllegalArgumentException(
          "not files of this source: expected=some of " + files() + ", actual=" + some);
    }
    return new FileSource<>(settings, kept, layout, maker, codec);
  }

  /** What it reads and how. */
  public FileSourceSettings settings() {
    return settings;
  }

  /** The columns of the files and, where it is one, the file's name; in the order of a row. */
  public Schema schema() {
    return layout.schema();
  }

  /** The files that are read, in the order of their paths; an offset's file is the place here. */
  public List<Path> files() {
    return files.stream().map(SourceFile::path).toList();
  }

  @Override
  public List<String> partitions() {
    return layout.partitions() == 0
        ? files.stream().map(SourceFile::name).toList()
        : IntStream.range(0, layout.partitions()).mapToObj(Integer::toString).toList();
  }

  @Override
  public PartitionReader open(int partition) {
    Objects.checkIndex(partition, partitions().size());
    List<SourceFile> read = layout.partitions() == 0 ? List.of(files.get(partition)) : files;
    if (settings.format() == FileFormat.CSV) {
      CsvFraming framing = new CsvFraming();
      RecordDecoder decoder = new CsvDecoder<>(framing, layout, maker, partition);
      return new FilePartitionReader(read, settings, framing, decoder);
    }
    RecordDecoder decoder = new JsonDecoder<>(layout, maker, partition);
    return new FilePartitionReader(read, settings, new LineFraming(), decoder);
  }

  @Override
  public boolean follows() {
    return settings.follow();
  }

  @Override
  public boolean severalFiles() {
    return layout.partitions() > 0 && files.size() > 1;
  }

  @Override
  public String text(T element) {
    return maker.text(element);
  }

  /**
   * A column of the element's record as it stood in the file, where {@link #text(Object)} is that
   * record; empty where it has no such column. Reads the record again: for the few that are shown.
   */
  public String text(T element, String column) {
    int index = layout.schema().indexOf(column);
    byte[] record = text(element).getBytes(StandardCharsets.UTF_8);
    if (index < 0 || index >= layout.fields()) {
      return "";
    }
    if (settings.format() == FileFormat.CSV) {
      CsvFraming framing = new CsvFraming();
      return framing.frame(record, 0, record.length, true) && index < framing.readable()
          ? CsvText.field(
              record, framing.start(index), framing.end(index), framing.hasDoubledQuotes(index))
          : "";
    }
    JsonDecoder<T> decoder = new JsonDecoder<>(layout, maker, 0);
    decoder.decode(record, 0, record.length);
    return decoder.text(index);
  }

  @Override
  public Optional<Codec<T>> codec() {
    return Optional.ofNullable(codec);
  }
}
