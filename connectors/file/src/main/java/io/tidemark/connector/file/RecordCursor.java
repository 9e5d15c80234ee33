package io.tidemark.connector.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Walks over the records of one file through a sliding buffer. Not thread-safe.
 *
 * <p>A record may have {@code maxRecordBytes}, its line end aside. A longer one ends at the first
 * line feed at or behind that length, quoted or not: a quote that nobody closed costs this much and
 * not the rest of the file. Where it ends is a function of the file's bytes alone, never of how
 * much of them lay in the buffer. Memory is bounded by the read buffer or by one record, whichever
 * is more; what an oversized record has beyond its limit is looked at twice and never kept.
 */
final class RecordCursor implements Closeable {
  /** A carriage return and a line feed. */
  private static final int LONGEST_LINE_END = 2;

  private final FileBytes file;
  private final Framing framing;
  private final int maxRecordBytes;
  private final long dataStart;
  private byte[] bytes;

  /** The file position of the buffer's first byte. */
  private long base;

  /** Where in the buffer the next record starts, and where the buffer's bytes end. */
  private int at;

  private int limit;

  private int start;
  private int end;
  private boolean oversized;

  /** The file position after the oversized record, or how far the search for its end has come. */
  private long oversizedEnd;

  /** A cursor that stands at the byte where the first record may start. */
  RecordCursor(FileBytes file, Framing framing, ReadLimits limits, long dataStart) {
    this.file = file;
    this.framing = framing;
    this.maxRecordBytes = limits.maxRecordBytes();
    this.bytes = new byte[limits.readBufferBytes()];
    this.dataStart = dataStart;
    this.base = dataStart;
  }

  /** Opens a file that was seen before, and checks that it is the same and has the same header. */
  static RecordCursor open(SourceFile file, boolean follows, Framing framing, ReadLimits limits)
      throws IOException {
    FileBytes bytes = FileBytes.open(file, follows);
    try {
      if (bytes.checksum(file.dataStart()) != file.headChecksum()) {
        throw bytes.changed("it has another header row");
      }
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
    return new RecordCursor(bytes, framing, limits, file.dataStart());
  }

  /**
   * Goes to a record's first byte, or the file's end; what comes before the first record counts as
   * its first byte.
   *
   * @throws IOException where no record of this file can start there
   */
  void seek(long offset) throws IOException {
    long target = Math.max(offset, dataStart);
    if (target == position()) {
      return;
    }
    if (target > dataStart && !file.endsAt(target) && !file.hasLineFeedBefore(target)) {
      throw file.changed("no record starts at byte " + target);
    }
    goTo(target);
  }

  private void goTo(long target) {
    base = target;
    at = 0;
    limit = 0;
    oversized = false;
    oversizedEnd = 0;
  }

  /** Whether the file, not followed, has nothing behind the last record. */
  boolean isAtEnd() throws IOException {
    if (!file.endsAt(position())) {
      return false;
    }
    file.checkEnd();
    return true;
  }

  /** The file position of the next record's first byte. */
  long position() {
    return base + at;
  }

  /**
   * Finds the next record.
   *
   * @return whether there is one; if not, the file has ended or (followed) has no complete one now
   */
  boolean next() throws IOException {
    oversized = false;
    while (true) {
      int window = (int) Math.min(limit, (long) at + maxRecordBytes + LONGEST_LINE_END);
      boolean last = window == limit && file.endsAt(base + limit);
      if (at < window && framing.frame(bytes, at, window, last)) {
        if (framing.end() - at > maxRecordBytes) {
          return oversized();
        }
        start = at;
        end = framing.end();
        at = framing.next();
        if (!framing.blank()) {
          return true;
        }
      } else if (window - at == maxRecordBytes + LONGEST_LINE_END) {
        return oversized();
      } else if (!fill()) {
        return false;
      }
    }
  }

  /** Reads more behind the unfinished record; false where there is nothing more. */
  private boolean fill() throws IOException {
    if (at > 0) {
      System.arraycopy(bytes, at, bytes, 0, limit - at);
      base += at;
      limit -= at;
      at = 0;
    }
    if (limit == bytes.length) {
      long longest = (long) maxRecordBytes + LONGEST_LINE_END;
      bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, longest));
    }
    int count = file.read(base + limit, ByteBuffer.wrap(bytes, limit, bytes.length - limit));
    limit += count;
    return count > 0;
  }

  /**
   * Looks for the end of the record at hand, whose first {@code maxRecordBytes} are in the buffer.
   */
  private boolean oversized() throws IOException {
    start = at;
    end = at + maxRecordBytes;
    long from = Math.max(oversizedEnd, base + end);
    byte[] chunk = new byte[Math.max(4096, Math.min(bytes.length, 1 << 16))];
    while (true) {
      int count = file.read(from, ByteBuffer.wrap(chunk));
      for (int i = 0; i < count; i++) {
        if (chunk[i] == '\n') {
          return oversizedUntil(from + i + 1);
        }
      }
      from += count;
      if (count == 0) {
        if (file.endsAt(from)) {
          return oversizedUntil(from);
        }
        oversizedEnd = from;
        return false;
      }
    }
  }

  private boolean oversizedUntil(long position) {
    oversized = true;
    oversizedEnd = position;
    return true;
  }

  /** Leaves an oversized record behind; call it when the record was dealt with. */
  void passOversized() {
    goTo(oversizedEnd);
  }

  /** Whether the record is longer than one may be; the buffer then has its first bytes only. */
  boolean isOversized() {
    return oversized;
  }

  /** The buffer that holds the record. */
  byte[] bytes() {
    return bytes;
  }

  /** The record's first byte in the buffer. */
  int start() {
    return start;
  }

  /** The byte after the record's text in the buffer. */
  int end() {
    return end;
  }

  /** The file position of the record's first byte. */
  long recordPosition() {
    return base + start;
  }

  /** Adds the record's bytes, its line end included, to the checksum. */
  void addTo(CRC32C checksum) throws IOException {
    if (!oversized) {
      checksum.update(bytes, start, at - start);
      return;
    }
    byte[] chunk = new byte[4096];
    for (long from = recordPosition(); from < oversizedEnd; ) {
      int length = (int) Math.min(chunk.length, oversizedEnd - from);
      int count = file.read(from, ByteBuffer.wrap(chunk, 0, length));
      if (count == 0) {
        throw file.changed("position=" + from + " is no longer there");
      }
      checksum.update(chunk, 0, count);
      from += count;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
