package io.tidemark.connector.file.table;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.join.Version;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what the files of a table change, file after file.
 *
 * <p>An offset's file is the minute of its table's time since 1970, and its position the second
 * within that minute, times a thousand million, and the number of the change. So an offset means
 * the same whichever files are there by now, and a file that comes later is found behind it.
 *
 * <p>Not thread-safe: as any reader.
 */
final class TableReader<R extends Record> implements PartitionReader {
  private static final Logger LOG = LoggerFactory.getLogger(TableReader.class);
  private static final long CHANGES_OF_A_SECOND = 1_000_000_000;

  /** Finds the files that there are. */
  @FunctionalInterface
  interface Listing {
    NavigableMap<Long, Path> find() throws IOException;
  }

  /** Reads a file. */
  @FunctionalInterface
  interface Reading<R extends Record> {
    Table<R> read(long second, Path file, @Nullable Table<R> before) throws IOException;
  }

  private final Listing listing;
  private final boolean follows;
  private final Reading<R> reading;
  private final Codec<Version<R>> codec;
  private final Set<Path> known = new HashSet<>();
  private @Nullable Table<R> current;
  private boolean listed;

  TableReader(Listing listing, boolean follows, Reading<R> reading, Codec<Version<R>> codec) {
    this.listing = listing;
    this.follows = follows;
    this.reading = reading;
    this.codec = codec;
  }

  @Override
  public RecordBatch read(Offset from, int maxRecords) throws IOException {
    NavigableMap<Long, Path> files = listing.find();
    Table<R> table = at(from, files);
    int index = index(from);
    tellOfLate(files, table);
    while (table == null || index >= table.size()) {
      Map.Entry<Long, Path> next =
          table == null ? files.firstEntry() : files.higherEntry(table.second());
      if (next == null) {
        return RecordBatch.empty(table == null ? from : offset(table, index), !follows);
      }
      table = reading.read(next.getKey(), next.getValue(), table);
      known.add(next.getValue());
      current = table;
      index = 0;
    }
    return batch(table, index, Math.min(maxRecords, table.size() - index));
  }

  /** The table of the offset; null at the very beginning. */
  private @Nullable Table<R> at(Offset from, NavigableMap<Long, Path> files) throws IOException {
    if (from.equals(Offset.START)) {
      return null;
    }
    long second = second(from);
    Table<R> open = current;
    if (open != null && open.second() == second) {
      return open;
    }
    Path file = files.get(second);
    if (file == null) {
      throw new IOException(
          "a reference table that was read is gone, and is needed to go on: time="
              + Instant.ofEpochSecond(second)
              + "; put it back");
    }
    known.add(file);
    Map.Entry<Long, Path> before = files.lowerEntry(second);
    Table<R> last = before == null ? null : reading.read(before.getKey(), before.getValue(), null);
    open = reading.read(second, file, last);
    current = open;
    return open;
  }

  /** Tells of each file once; what is there at first may have been read by an earlier reader. */
  private void tellOfLate(NavigableMap<Long, Path> files, @Nullable Table<R> at) {
    if (at == null) {
      return;
    }
    for (Path file : files.headMap(at.second()).values()) {
      if (known.add(file) && listed) {
        LOG.warn(
            "a reference table came after a later one was read, and is passed over: file={}; its"
                + " time must be after that of those before it",
            file);
      }
    }
    listed = true;
  }

  private static long second(Offset offset) {
    return offset.file() * 60L + offset.position() / CHANGES_OF_A_SECOND;
  }

  private static int index(Offset offset) {
    return (int) (offset.position() % CHANGES_OF_A_SECOND);
  }

  private static Offset offset(Table<?> table, int index) {
    int minute = Math.toIntExact(table.second() / 60);
    return new Offset(minute, table.second() % 60 * CHANGES_OF_A_SECOND + index);
  }

  private RecordBatch batch(Table<R> table, int index, int size) throws IOException {
    Object[] values = new Object[size];
    long[] positions = new long[size];
    CRC32C checksum = new CRC32C();
    for (int i = 0; i < size; i++) {
      values[i] = table.change(index + i);
      positions[i] = offset(table, index + i).position();
      add(values[i], checksum);
    }
    Offset end = offset(table, index + size);
    return new RecordBatch(
        values, positions, end.file(), size, end, false, (int) checksum.getValue());
  }

  @SuppressWarnings("unchecked") // A table has bad records and versions of its rows.
  private void add(Object change, CRC32C checksum) throws IOException {
    DataOutputStream out =
        new DataOutputStream(new CheckedOutputStream(OutputStream.nullOutputStream(), checksum));
    if (change instanceof BadRecord bad) {
      out.write((bad.kind() + bad.text()).getBytes(StandardCharsets.UTF_8));
    } else {
      codec.write((Version<R>) change, out);
    }
  }

  @Override
  public void close() {
    current = null;
  }
}
