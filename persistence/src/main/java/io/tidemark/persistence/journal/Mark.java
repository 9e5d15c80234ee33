package io.tidemark.persistence.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The file {@code MARK}: which commit was the last to be acknowledged.
 *
 * <p>It is written after each commit and before its acknowledgements, so that a killed process
 * leaves it exact; it is synced once a second, so that after a loss of power it lags by at most
 * that. Two slots are written in turn, each with a checksum and in a block of its own: a write that
 * is torn leaves the other. Not thread-safe: owned by the {@link CommitWriter}'s thread.
 */
final class Mark implements AutoCloseable {
  static final String FILE = "MARK";
  private static final long SYNC_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int SLOT_BYTES = 4096;
  private static final int RECORD_BYTES = 3 * Long.BYTES;

  private final FileChannel file;
  private final ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
  private boolean unsynced;
  private long lastSyncNanos;

  private Mark(FileChannel file, long nowNanos) {
    this.file = file;
    this.lastSyncNanos = nowNanos;
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
  static Mark open(Path directory, Position start, long nowNanos) {
    Path path = directory.resolve(FILE);
    try {
      boolean isNew = !Files.exists(path);
      Mark mark =
          new Mark(
              FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              nowNanos);
      // Both slots: a damaged one heals, and the file has its full length from the start.
      mark.write(start, 0);
      mark.write(start, SLOT_BYTES);
      mark.sync(nowNanos);
      if (isNew) {
        syncDirectory(directory);
      }
      return mark;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void advance(Position position) throws IOException {
    write(position, (position.commit() & 1) * SLOT_BYTES);
  }

  void syncIfDue(long nowNanos) throws IOException {
    if (unsynced && nowNanos - lastSyncNanos >= SYNC_NANOS) {
      sync(nowNanos);
    }
  }

  private void write(Position position, long at) throws IOException {
    record.clear().putLong(position.commit()).putLong(position.hash());
    record.putLong(checksum(record.array(), 0)).flip();
    file.write(record, at);
    unsynced = true;
  }

  private void sync(long nowNanos) throws IOException {
    file.force(false);
    unsynced = false;
    lastSyncNanos = nowNanos;
  }

  @Override
  public void close() throws IOException {
    try (file) {
      sync(lastSyncNanos);
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
