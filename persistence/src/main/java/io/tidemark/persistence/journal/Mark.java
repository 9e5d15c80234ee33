package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code MARK}: which commit was the last to be acknowledged.
 *
 * <p>It is written after each commit and before its acknowledgements, so that a killed process
 * leaves it exact; it is synced once a second, so that after a loss of power it lags by about that.
 * Two slots are written in turn, each with a checksum and in a block of its own: a write that is
 * torn leaves the other.
 *
 * <p>Advanced by the thread of the {@link CommitWriter}, synced by one of its own, so that no
 * commit waits for it.
 */
final class Mark implements AutoCloseable {
  static final String FILE = "MARK";
  private static final int SLOT_BYTES = 4096;
  private static final int RECORD_BYTES = 3 * Long.BYTES;

  private final FileChannel file;
  private final ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
  private final AtomicBoolean unsynced = new AtomicBoolean();
  private final ScheduledExecutorService syncer =
      Executors.newSingleThreadScheduledExecutor(Mark::syncerThread);
  private volatile @Nullable IOException failure;

  private Mark(FileChannel file) {
    this.file = file;
  }

  /**
   * A commit, by number and hash.
   *
   * @param commit 0 for a journal without commits
   */
  record Position(long commit, long hash) {
    static Position of(Commit commit) {
      return new Position(commit.number(), commit.hash());
    }
  }

  /**
   * The newest position in the directory, empty if there is no file.
   *
   * @throws JournalException.Damaged if neither slot can be read
   */
  static Optional<Position> read(Path directory, Damage damage) {
    Path path = directory.resolve(FILE);
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Files.readAllBytes(path);
      Optional<Position> first = slot(bytes, 0);
      Optional<Position> second = slot(bytes, SLOT_BYTES);
      Position newest =
          first
              .filter(f -> second.isEmpty() || f.commit() > second.get().commit())
              .or(() -> second)
              .orElseThrow(() -> damage.ofFile(FILE, "found=no slot with a right checksum"));
      return Optional.of(newest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens the file for writing, and makes it if need be. */
  static Mark open(Path directory, Position start) {
    Path path = directory.resolve(FILE);
    try {
      boolean isNew = !Files.exists(path);
      Mark mark =
          new Mark(FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
      // Both slots: a damaged one heals, and the file has its full length from the start.
      mark.write(start, 0);
      mark.write(start, SLOT_BYTES);
      mark.file.force(false);
      if (isNew) {
        syncDirectory(directory);
      }
      mark.syncEverySecond();
      return mark;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Moves the mark; a single write, without a sync.
   *
   * @throws IOException if it cannot be written, or could not be synced since
   */
  void advance(Position position) throws IOException {
    IOException earlier = failure;
    if (earlier != null) {
      throw earlier;
    }
    write(position, (position.commit() & 1) * SLOT_BYTES);
    unsynced.set(true);
  }

  private void write(Position position, long at) throws IOException {
    record.clear().putLong(position.commit()).putLong(position.hash());
    record.putLong(checksum(record.array(), 0)).flip();
    file.write(record, at);
  }

  private void syncEverySecond() {
    // A failure is kept, not thrown, so that the task goes on and nobody needs its future.
    ScheduledFuture<?> unused =
        syncer.scheduleWithFixedDelay(this::syncIfNeeded, 1, 1, TimeUnit.SECONDS);
  }

  private void syncIfNeeded() {
    if (unsynced.getAndSet(false)) {
      try {
        file.force(false);
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  private static Thread syncerThread(Runnable task) {
    Thread thread = new Thread(task, "tidemark-journal-mark");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() throws IOException {
    syncer.shutdown();
    try (file) {
      file.force(false);
    }
  }

  private static Optional<Position> slot(byte[] file, int at) {
    if (file.length < at + RECORD_BYTES) {
      return Optional.empty();
    }
    ByteBuffer in = ByteBuffer.wrap(file);
    return in.getLong(at + 2 * Long.BYTES) == checksum(file, at)
        ? Optional.of(new Position(in.getLong(at), in.getLong(at + Long.BYTES)))
        : Optional.empty();
  }

  private static long checksum(byte[] bytes, int at) {
    return Hash64.of(bytes, at, at + 2 * Long.BYTES, 0x4D41524BL);
  }

  /**
   * A new file is only sure to exist once its directory is synced; where that cannot be done, no.
   */
  private static void syncDirectory(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Windows has no such call, and orders metadata itself.
    }
  }
}
