package io.tidemark.persistence.journal;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in LevelDB's log format, a write-ahead log or a manifest, read before LevelDB reads it.
 *
 * <p>If a whole record follows something unreadable, the file is damaged. Something unreadable at
 * the end is what a crash cut short.
 *
 * <p>Cost: a checksum over the file, which is at most a write buffer and a batch long. Reference:
 * LevelDB, {@code doc/log_format.md}: blocks of 32 KB; in them fragments of a masked CRC-32C, a
 * length, a type and bytes; a record is one full fragment or a first, middle ones and a last.
 */
final class LevelLog {
  private static final Logger LOG = LoggerFactory.getLogger(LevelLog.class);
  private static final int BLOCK_BYTES = 32 << 10;
  private static final int HEADER_BYTES = 7;
  private static final int FULL = 1;
  private static final int FIRST = 2;
  private static final int MIDDLE = 3;
  private static final int LAST = 4;
  private static final int NOWHERE = -1;

  private final Path file;
  private final byte[] log;
  private final Damage damage;
  private final Records records;
  private byte[] record = new byte[BLOCK_BYTES];
  private int recordBytes;
  private int recordAt = NOWHERE;
  private int unreadableAt = NOWHERE;
  private int wholeUntil;
  private boolean damaged;

  /** Sees the whole records in their order. */
  @FunctionalInterface
  interface Records {
    /**
     * One record.
     *
     * @param bytes used again for the next one
     * @param length how many of the bytes are the record's
     */
    void record(byte[] bytes, int length);
  }

  private LevelLog(Path file, byte[] log, Damage damage, Records records) {
    this.file = file;
    this.log = log;
    this.damage = damage;
    this.records = records;
  }

  /**
   * Reads the file.
   *
   * @throws JournalException.Damaged if a whole record follows something unreadable
   */
  static LevelLog read(Path file, Damage damage, Records records) throws IOException {
    LevelLog log = new LevelLog(file, Files.readAllBytes(file), damage, records);
    log.run();
    if (log.damaged) {
      throw damage.ofFile(
          log.name(),
          "offset=%d, found=unreadable bytes before a whole record".formatted(log.unreadableAt));
    }
    return log;
  }

  String name() {
    return String.valueOf(file.getFileName());
  }

  /** Where the last whole record ends. */
  int wholeUntil() {
    return wholeUntil;
  }

  /**
   * Removes what follows the last whole record, and says so if there is anything but the zeros that
   * LevelDB fills a log with in advance.
   */
  void dropUnfinishedEnd() throws IOException {
    int end = log.length;
    while (end > wholeUntil && log[end - 1] == 0) {
      end--;
    }
    if (end == wholeUntil) {
      return;
    }
    LOG.warn(
        "dropping the unfinished, never acknowledged end of the journal: file={}, offset={}, bytes={}",
        file,
        wholeUntil,
        end - wholeUntil);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(wholeUntil);
      channel.force(true);
    }
  }

  private void run() {
    for (int block = 0; block < log.length && !damaged; block += BLOCK_BYTES) {
      readBlock(block, Math.min(log.length, block + BLOCK_BYTES));
    }
  }

  private void readBlock(int from, int to) {
    int at = from;
    while (to - at >= HEADER_BYTES && !damaged) {
      int length = (log[at + 4] & 0xFF) | (log[at + 5] & 0xFF) << 8;
      int next = at + HEADER_BYTES + length;
      if (next > to || !isChecksumRight(log, at, at + 6, length + 1)) {
        unreadable(at);
        return;
      }
      addFragment(log[at + 6], at, length);
      at = next;
    }
  }

  /** Whether the masked CRC-32C that is stored at one place is that of the bytes at another. */
  static boolean isChecksumRight(byte[] bytes, int storedAt, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    int masked = Integer.rotateRight((int) crc.getValue(), 15) + 0xA282EAD8;
    return masked == ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(storedAt);
  }

  private void addFragment(int type, int at, int length) {
    boolean starts = type == FULL || type == FIRST;
    boolean goesOn = type == MIDDLE || type == LAST;
    boolean isInside = recordAt != NOWHERE;
    if (starts ? isInside : !(goesOn && isInside)) {
      unreadable(isInside ? recordAt : at);
    }
    if (starts) {
      recordAt = at;
      recordBytes = 0;
    }
    if (recordAt == NOWHERE) {
      return;
    }
    append(at + HEADER_BYTES, length);
    if (type == FULL || type == LAST) {
      recordAt = NOWHERE;
      damaged = unreadableAt != NOWHERE;
      wholeUntil = at + HEADER_BYTES + length;
      hand(at);
    }
  }

  /** A record may be whole and of a log of another kind, whose file stands here. */
  private void hand(int at) {
    try {
      records.record(record, recordBytes);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | BufferUnderflowException e) {
      throw damage.ofFile(
          name(), "offset=%d, found=a record that does not belong into this file".formatted(at));
    }
  }

  private void append(int at, int length) {
    if (recordBytes + length > record.length) {
      record = Arrays.copyOf(record, Math.max(2 * record.length, recordBytes + length));
    }
    System.arraycopy(log, at, record, recordBytes, length);
    recordBytes += length;
  }

  private void unreadable(int at) {
    recordAt = NOWHERE;
    if (unreadableAt == NOWHERE) {
      unreadableAt = at;
    }
  }
}
