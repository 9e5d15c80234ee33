package io.tidemark.connector.file.table;

import io.tidemark.connector.file.RecordFiles;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.join.Version;
import io.tidemark.core.key.Key;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.Source;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * A reference table as a source of the versions of its rows, in the order of their times; see
 * {@link TableFiles}. One partition.
 *
 * <p>Files are put there whole: written under another name and renamed. They come in the order of
 * their times: one whose time is before that of a file that was read is passed over, and told in
 * the log. A file that was read stays, unchanged, as long as a run may have to read it again.
 *
 * @param <R> the record class of the rows
 */
public final class TableSource<R extends Record> implements Source<Version<R>> {
  private final NavigableMap<Long, Path> existing;
  private final TableListing listing;
  private final RecordFiles<R> files;
  private final Key.Field<R, ?> key;
  private final boolean follows;
  private final Codec<Version<R>> codec;

  TableSource(
      NavigableMap<Long, Path> existing,
      TableListing listing,
      RecordFiles<R> files,
      Key.Field<R, ?> key,
      boolean follows) {
    this.existing = Collections.unmodifiableNavigableMap(existing);
    this.listing = listing;
    this.files = files;
    this.key = key;
    this.follows = follows;
    this.codec = Version.codec(rows(existing.firstEntry().getValue()));
  }

  private Codec<R> rows(Path first) {
    return files
        .at(first.toString())
        .codec()
        .orElseThrow(() -> new AssertionError("rows of a record class have a codec"));
  }

  @Override
  public List<String> partitions() {
    return List.of(listing.pattern());
  }

  @Override
  public PartitionReader open(int partition) {
    return new TableReader<>(
        follows ? listing::find : () -> existing,
        follows,
        (second, file, before) -> Table.read(second, file, files, key, before),
        codec);
  }

  @Override
  public boolean follows() {
    return follows;
  }

  /** Where no new file is, the last table holds. */
  @Override
  public boolean isCompleteToNow() {
    return true;
  }

  @Override
  public String text(Version<R> version) {
    return (version.gone() ? "gone: " : "") + version.row();
  }

  @Override
  public Optional<Codec<Version<R>>> codec() {
    return Optional.of(codec);
  }
}
