package io.tidemark.connector.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The right to write a file, which one process has at a time: a lock of the operating system, which
 * goes with the process, however it ends, or with the channel.
 *
 * <p>Why: a node that stood still for so long that the others took its sink over may wake up in the
 * middle of writing. The journal refuses its next record, but it could have cut the file, or
 * written over rows that the new owner has committed. So the new owner waits until the old one is
 * gone. A file system without locks gives no such right and is written all the same: only one node
 * may ever write there.
 */
final class FileLease {
  /** How long a holder is waited for that neither ends nor goes on. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration POLL = Duration.ofMillis(50);

  /** So much of the patience passes before it is said that somebody is waited for: 3 s of 60. */
  private static final int TELL_AFTER_PART = 20;

  private FileLease() {}

  /**
   * Takes the file, and waits for whoever has it.
   *
   * @param channel open for writing; its end gives the file up
   * @param told once, where somebody is waited for longer than a handing over takes
   * @throws IOException where the holder is still there after the patience
   */
  static void take(FileChannel channel, Duration patience, Runnable told) throws IOException {
    long polls = Math.max(1, patience.toNanos() / POLL.toNanos());
    long tellAt = polls - polls / TELL_AFTER_PART;
    while (!taken(channel)) {
      if (polls == tellAt) {
        told.run();
      }
      if (polls-- == 0) {
        throw new IOException(
            "another process has it and did not end in %d s: end that process"
                .formatted(patience.toSeconds()));
      }
      LockSupport.parkNanos(POLL.toNanos());
      if (Thread.interrupted()) {
        throw new IOException("interrupted while it was waited for");
      }
    }
  }

  private static boolean taken(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // An earlier incarnation of the sink, in this process, is just ending.
    } catch (IOException e) {
      if (!channel.isOpen()) {
        throw e;
      }
      return true;
    }
  }
}
