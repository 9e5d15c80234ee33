package io.tidemark.persistence.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads LevelDB's write-ahead logs before LevelDB does, which on opening drops what it cannot read,
 * rewrites the rest and deletes the evidence.
 *
 * <p>A log is damaged if a complete record follows something unreadable, or if it ends below the
 * mark. Something unreadable at the end, beyond the mark, is the write that a crash cut short: it
 * will be dropped, and this says so in one line.
 *
 * <p>Cost: a checksum over at most two write-ahead logs. Reference: the log format of LevelDB,
 * {@code doc/log_format.md}: blocks of 32 KB; in them fragments of a masked CRC-32C, a length, a
 * type and bytes; a record is one full fragment or a first, middle ones and a last.
 */
final class LogScan {
  private static final Logger LOG = LoggerFactory.getLogger(LogScan.class);
  private static final int BLOCK_BYTES = 32 << 10;
  private static final int HEADER_BYTES = 7;
  private static final int FULL = 1;
  private static final int FIRST = 2;
  private static final int MIDDLE = 3;
  private static final int LAST = 4;
  private static final long NOWHERE = -1;

  private final byte[] log;
  private final CRC32C crc = new CRC32C();
  private byte[] record = new byte[BLOCK_BYTES];
  private int recordBytes;
  private long recordAt = NOWHERE;
  private long unreadableAt = NOWHERE;
  private long wholeUntil;
  private long lastCommit;
  private boolean damaged;

  private LogScan(byte[] log) {
    this.log = log;
  }

  static void check(LevelDirectory directory, Optional<Mark.Position> mark, Damage damage)
      throws IOException {
    long lastCommit = 0;
    @Nullable Path lastFile = null;
    @Nullable LogScan end = null;
    for (Path file : directory.files(".log")) {
      LogScan scan = new LogScan(Files.readAllBytes(file));
      scan.run();
      if (scan.damaged) {
        throw damage.ofFile(
            name(file),
            "offset=%d, found=unreadable bytes before a whole record".formatted(scan.unreadableAt));
      }
      if (scan.lastCommit >= lastCommit) {
        lastCommit = scan.lastCommit;
        lastFile = file;
        end = scan;
      }
      scan.reportTail(file);
    }
    long marked = mark.map(Mark.Position::commit).orElse(0L);
    if (lastFile != null && end != null && lastCommit > 0 && lastCommit < marked) {
      throw damage.ofFile(
          name(lastFile),
          "offset=%d, found=the end after commit %d, but file MARK names commit %d: acknowledged commits are missing"
              .formatted(end.wholeUntil, lastCommit, marked));
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private void reportTail(Path file) {
    int end = log.length;
    while (end > wholeUntil && log[end - 1] == 0) {
      end--;
    }
    if (end > wholeUntil) {
      LOG.info(
          "dropping the unfinished, never acknowledged end of the journal: file={}, offset={}, bytes={}",
          file,
          wholeUntil,
          end - wholeUntil);
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
      if (next > to || !isChecksumRight(at, length)) {
        unreadable(at);
        return;
      }
      addFragment(log[at + 6], at, length);
      at = next;
    }
  }

  private boolean isChecksumRight(int at, int length) {
    crc.reset();
    crc.update(log, at + 6, length + 1);
    int plain = (int) crc.getValue();
    int masked = Integer.rotateRight(plain, 15) + 0xA282EAD8;
    int stored = ByteBuffer.wrap(log, at, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
    return masked == stored;
  }

  private void addFragment(int type, int at, int length) {
    boolean starts = type == FULL || type == FIRST;
    boolean goesOn = type == MIDDLE || type == LAST;
    if (starts == (recordAt != NOWHERE) || !(starts || goesOn)) {
      unreadable(recordAt == NOWHERE ? at : (int) recordAt);
      if (!starts) {
        return;
      }
    }
    if (starts) {
      recordAt = at;
      recordBytes = 0;
    }
    append(at + HEADER_BYTES, length);
    if (type == FULL || type == LAST) {
      recordAt = NOWHERE;
      finishRecord(at + HEADER_BYTES + length);
    }
  }

  private void append(int at, int length) {
    if (recordBytes + length > record.length) {
      record = Arrays.copyOf(record, Math.max(2 * record.length, recordBytes + length));
    }
    System.arraycopy(log, at, record, recordBytes, length);
    recordBytes += length;
  }

  private void finishRecord(int end) {
    damaged = unreadableAt != NOWHERE;
    wholeUntil = end;
    lastCommit = Math.max(lastCommit, LogBatch.lastCommit(record, recordBytes));
  }

  private void unreadable(int at) {
    recordAt = NOWHERE;
    if (unreadableAt == NOWHERE) {
      unreadableAt = at;
    }
  }
}
