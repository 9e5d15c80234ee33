package io.tidemark.persistence.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code OWNER}: locked while a process has the directory open, with its pid inside.
 *
 * <p>LevelDB has a lock of its own, which names nobody and is lost when another descriptor of the
 * same file is closed in this process; so this one is a separate file.
 */
final class Owner implements AutoCloseable {
  static final String FILE = "OWNER";
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int POLLS = 100;

  private final FileChannel file;
  private final FileLock lock;

  private Owner(FileChannel file, FileLock lock) {
    this.file = file;
    this.lock = lock;
  }

  /**
   * Takes the directory; waits two seconds for a holder that is just ending.
   *
   * @throws JournalException.Held when it still holds it then
   */
  static Owner claim(Path directory) {
    try {
      FileChannel file =
          FileChannel.open(
              directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = tryLock(file);
      for (int poll = 0; lock == null && poll < POLLS; poll++) {
        LockSupport.parkNanos(POLL_NANOS);
        lock = tryLock(file);
      }
      if (lock == null) {
        file.close();
        throw new JournalException.Held(
            "journal is held by another process: directory=%s, pid=%s; end that process, or use another state directory"
                .formatted(directory, holder(directory)));
      }
      Owner owner = new Owner(file, lock);
      owner.write("pid=" + ProcessHandle.current().pid() + "\n");
      return owner;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String holder(Path directory) throws IOException {
    try {
      String text = Files.readString(directory.resolve(FILE)).strip();
      return text.startsWith("pid=") ? text.substring("pid=".length()) : "unknown";
    } catch (NoSuchFileException e) {
      return "unknown";
    }
  }

  private void write(String text) throws IOException {
    file.truncate(0);
    file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
  }

  @Override
  public void close() throws IOException {
    if (file.isOpen()) {
      try (file) {
        file.truncate(0);
        lock.release();
      }
    }
  }
}
