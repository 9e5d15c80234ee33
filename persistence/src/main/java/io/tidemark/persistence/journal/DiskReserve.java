package io.tidemark.persistence.journal;

import java.nio.file.Path;

/**
 * Keeps a part of the disk free. LevelDB writes through memory maps: past the end of the disk the
 * JVM dies of SIGBUS instead of failing a call, so the journal stops before. One question to the
 * file system costs some three microseconds.
 *
 * @param directory on the disk that is watched
 * @param reserveBytes what must remain
 */
record DiskReserve(Path directory, long reserveBytes) {

  /** What opening a journal maps besides its logs: a new log and a new list of tables. */
  private static final long OPENING_BYTES = 1 << 20;

  /**
   * Asks before LevelDB is opened, for looking too: it writes its logs again as tables.
   *
   * @param logBytes how much that is
   * @throws JournalException.Failed where the disk has no room for it
   */
  static void checkOpening(Path directory, long logBytes) {
    long freeBytes = directory.toFile().getUsableSpace();
    long neededBytes = logBytes + OPENING_BYTES;
    if (freeBytes < neededBytes) {
      throw new JournalException.Failed(
          "disk is full: directory=%s, free=%d bytes, needed to open the journal=%d bytes; free some space and start again"
              .formatted(directory, freeBytes, neededBytes));
    }
  }

  /**
   * Asks before a write.
   *
   * @throws JournalException.Failed when less than the reserve would remain
   */
  void check(long aboutToWriteBytes) {
    long freeBytes = directory.toFile().getUsableSpace();
    if (freeBytes - aboutToWriteBytes < reserveBytes) {
      throw new JournalException.Failed(
          "disk is nearly full: directory=%s, free=%d bytes, reserve=%d bytes; free some space and start again, or lower journal.disk-reserve"
              .formatted(directory, freeBytes, reserveBytes));
    }
  }
}
