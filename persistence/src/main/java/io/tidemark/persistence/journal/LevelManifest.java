package io.tidemark.persistence.journal;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which files LevelDB needs, from the edits in its manifest. Reference: LevelDB, {@code
 * db/version_edit.cc}.
 */
final class LevelManifest implements LevelLog.Records {
  private static final int COMPARATOR = 1;
  private static final int LOG_NUMBER = 2;
  private static final int NEXT_FILE = 3;
  private static final int LAST_SEQUENCE = 4;
  private static final int COMPACT_POINTER = 5;
  private static final int DELETED_FILE = 6;
  private static final int NEW_FILE = 7;
  private static final int PREVIOUS_LOG = 9;

  private final Map<Long, Long> tables = new TreeMap<>();
  private long oldestLog;
  private boolean known = true;

  /** Number and size in bytes of each table in use. */
  Map<Long, Long> tables() {
    return tables;
  }

  /** The oldest write-ahead log that is not in tables yet. */
  long oldestLog() {
    return oldestLog;
  }

  /** Whether every edit was understood; if not, LevelDB is left to judge it. */
  boolean isKnown() {
    return known;
  }

  @Override
  public void record(byte[] bytes, int length) {
    ByteBuffer in = ByteBuffer.wrap(bytes, 0, length);
    try {
      while (in.hasRemaining()) {
        edit((int) LevelBatch.varint(in), in);
      }
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      known = false;
    }
  }

  private void edit(int tag, ByteBuffer in) {
    switch (tag) {
      case COMPARATOR -> skipText(in);
      case LOG_NUMBER -> oldestLog = LevelBatch.varint(in);
      case NEXT_FILE, LAST_SEQUENCE, PREVIOUS_LOG -> LevelBatch.varint(in);
      case COMPACT_POINTER -> {
        LevelBatch.varint(in);
        skipText(in);
      }
      case DELETED_FILE -> {
        LevelBatch.varint(in);
        tables.remove(LevelBatch.varint(in));
      }
      case NEW_FILE -> {
        LevelBatch.varint(in);
        long number = LevelBatch.varint(in);
        tables.put(number, LevelBatch.varint(in));
        skipText(in);
        skipText(in);
      }
      default -> throw new IllegalArgumentException("unknown edit: tag=" + tag);
    }
  }

  private static void skipText(ByteBuffer in) {
    LevelBatch.skip(in, (int) LevelBatch.varint(in));
  }
}
