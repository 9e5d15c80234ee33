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
