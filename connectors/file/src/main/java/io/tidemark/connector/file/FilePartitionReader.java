package io.tidemark.connector.file;

import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads one partition: one file, or the partition's rows of all files in order. A batch's checksum
 * covers its records as they stand in the file, line ends included; header, blank lines and the
 * rows of other partitions take no part.
 *
 * <p>Reading on where the last batch ended costs nothing; any other offset is one seek.
 */
final class FilePartitionReader implements PartitionReader {
  /** A batch takes no more records beyond this; what it holds is bounded by it and one record. */
  static final int BATCH_BYTES = 16 << 20;

  private static final int FIRST_CAPACITY = 1024;

  private final List<SourceFile> files;
  private final boolean follows;
  private final ReadLimits limits;
  private final Framing framing;
  private final RecordDecoder decoder;
  private int file = -1;
  private @Nullable RecordCursor cursor;

  FilePartitionReader(
      List<SourceFile> files, FileSourceSettings settings, Framing framing, RecordDecoder decoder) {
    this.files = files;
    this.follows = settings.follow();
    this.limits = settings.limits();
    this.framing = framing;
    this.decoder = decoder;
  }

  @Override
  public RecordBatch read(Offset from, int maxRecords) throws IOException {
    if (maxRecords < 1) {
      throw new IllegalArgumentException(
          "a batch holds records: expected=1 or more, actual=" + maxRecords);
    }
    try {
      return readFrom(from, maxRecords);
    } catch (IOException e) {
      // Whatever state the file and the place in it are in: the next read starts afresh.
      close();
      throw e;
    }
  }

  private RecordBatch readFrom(Offset from, int maxRecords) throws IOException {
    RecordCursor records = enter(from.file(), from.position());
    while (true) {
      Batch batch = new Batch(maxRecords);
      batch.fill(records);
      boolean full = batch.isFull();
      boolean ended = !follows && (!full || records.isAtEnd());
      if (!ended) {
        return batch.ending(new Offset(file, records.position()), false);
      }
      if (file + 1 == files.size()) {
        return batch.ending(new Offset(file, records.position()), true);
      }
      if (batch.size > 0) {
        return batch.ending(new Offset(file + 1, 0), false);
      }
      records = enter(file + 1, 0);
    }
  }

  private RecordCursor enter(int index, long position) throws IOException {
    if (index < 0 || index >= files.size()) {
      throw new IOException(
          "the offset names a file that is not there: file=" + index + ", files=" + files.size());
    }
    RecordCursor open = cursor;
    if (open == null || index != file) {
      close();
      open = RecordCursor.open(files.get(index), follows, framing, limits);
      cursor = open;
      file = index;
      decoder.enter(files.get(index));
    }
    open.seek(position);
    return open;
  }

  @Override
  public void close() throws IOException {
    RecordCursor open = cursor;
    cursor = null;
    if (open != null) {
      open.close();
    }
  }

  /** A batch that is being filled. */
  private final class Batch {
    private final int most;
    private final CRC32C checksum = new CRC32C();
    private Object[] values;
    private long[] positions;
    private int size;
    private long bytesHeld;

    Batch(int most) {
      this.most = most;
      values = new Object[Math.min(most, FIRST_CAPACITY)];
      positions = new long[values.length];
    }

    /** Takes records until the batch is full or the file has no more. */
    void fill(RecordCursor records) throws IOException {
      while (!isFull() && records.next()) {
        byte[] bytes = records.bytes();
        Object value =
            records.isOversized()
                ? decoder.decodeOversized(bytes, records.start(), records.end())
                : decoder.decode(bytes, records.start(), records.end());
        if (value != null) {
          add(value, records.recordPosition());
          bytesHeld += records.end() - records.start();
          records.addTo(checksum);
        }
        if (records.isOversized()) {
          records.passOversized();
        }
      }
    }

    boolean isFull() {
      return size == most || bytesHeld >= BATCH_BYTES;
    }

    private void add(Object value, long position) {
      if (size == values.length) {
        int more = (int) Math.min(most, 2L * size);
        values = Arrays.copyOf(values, more);
        positions = Arrays.copyOf(positions, more);
      }
      values[size] = value;
      positions[size] = position;
      size++;
    }

    RecordBatch ending(Offset end, boolean endOfInput) {
      int crc = size == 0 ? 0 : (int) checksum.getValue();
      return new RecordBatch(values, positions, file, size, end, endOfInput, crc);
    }
  }
}
