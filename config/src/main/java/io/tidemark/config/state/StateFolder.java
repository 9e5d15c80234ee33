package io.tidemark.config.state;

import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.IoReason;
import io.tidemark.runtime.clock.Stopwatch;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run's state, held by this process: nobody else runs, reads or deletes it
 * meanwhile. It contains {@code run.json}, the journal and {@code LOCK}, which the holder keeps
 * locked and which names the holder's pid. The lock goes with the process, however it ends.
 */
public final class StateFolder implements Closeable {
  private static final String RUN = "run.json";
  private static final String LOCK = "LOCK";
  static final String JOURNAL = "journal";

  /** The files of the folder. */
  static final List<String> FILES = List.of(RUN, RUN + ".new", LOCK);

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration POLL = Duration.ofMillis(20);

  private final Path folder;
  private final FileChannel lock;

  /** The folder and those above it, as far as they were not there; the deepest first. */
  private final List<Path> made;

  private StateFolder(Path folder, FileChannel lock, List<Path> made) {
    this.folder = folder;
    this.lock = lock;
    this.made = List.copyOf(made);
  }

  /**
   * Takes the folder, which is created if need be.
   *
   * @throws Refused where another process holds it after two seconds, or it cannot be used; the
   *     message names the folder and the holder's pid
   */
  public static StateFolder open(Path folder) throws Refused {
    requireFolder(folder);
    List<Path> made = missing(folder);
    try {
      Files.createDirectories(folder);
      FileChannel file =
          FileChannel.open(
              folder.resolve(LOCK),
              EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Optional<Object> opened = identity(folder.resolve(LOCK));
        boolean locked = locked(file);
        if (opened.isEmpty() || !identity(folder.resolve(LOCK)).equals(opened)) {
          // Whoever had the folder has deleted it meanwhile: what is locked is no file of it.
          file.close();
          return open(folder);
        }
        if (!locked) {
          throw new Refused(
              Problem.of(
                  "the state " + folder,
                  "is held by a running process: pid=" + holder(folder),
                  "end that process, or use another state with --state"));
        }
        file.truncate(0);
        file.write(
            ByteBuffer.wrap(
                Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
        return new StateFolder(folder, file, made);
      } catch (IOException | Refused e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  /** What {@code run.json} says; empty where there is none. */
  public static Optional<RunState> peek(Path folder) throws Refused {
    Path file = folder.resolve(RUN);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(RunJson.read(Files.readString(file)));
    } catch (IOException e) {
      throw new Refused(
          Problem.of(
              file.toString(),
              "cannot be read: " + IoReason.of(e),
              "restore it, or discard the state with --fresh"));
    }
  }

  /** Where the journal is, or will be. */
  public Path journal() {
    return folder.resolve(JOURNAL);
  }

  /** What {@code run.json} says; empty where there is none. */
  public Optional<RunState> read() throws Refused {
    return peek(folder);
  }

  /** Replaces {@code run.json}; returns when a loss of power could no longer bring the old back. */
  public void write(RunState state) throws IOException {
    Path next = folder.resolve(RUN + ".new");
    Files.deleteIfExists(next);
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(RunJson.write(state));
    try (FileChannel file =
        FileChannel.open(
            next,
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    }
    Files.move(
        next,
        folder.resolve(RUN),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel open = FileChannel.open(folder, StandardOpenOption.READ)) {
      open.force(true);
    }
  }

  /** Deletes the journal. */
  public void deleteJournal() throws IOException {
    if (!Files.exists(journal())) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(journal())) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.delete(file);
    }
  }

  /** Lets the folder go. */
  @Override
  public void close() throws IOException {
    lock.close();
  }

  /**
   * Lets the folder go and, where this process made it, deletes it: nobody needs what is in it. A
   * folder above it goes too, if it was made for it and nothing else is in it.
   */
  public void withdraw() throws IOException {
    if (!made.isEmpty()) {
      deleteJournal();
      for (String name : FILES) {
        Files.deleteIfExists(folder.resolve(name));
      }
    }
    close();
    try {
      for (Path next : made) {
        Files.deleteIfExists(next);
      }
    } catch (DirectoryNotEmptyException e) {
      // Somebody has use for it.
    }
  }

  private static List<Path> missing(Path folder) {
    List<Path> missing = new ArrayList<>();
    Path at = folder.toAbsolutePath();
    while (at.getParent() != null && !Files.exists(at)) {
      missing.add(at);
      at = at.getParent();
    }
    return missing;
  }

  /** Of the lock file; it is not opened for it, for closing it again would let go of its locks. */
  private static Optional<Object> identity(Path lock) throws IOException {
    try {
      Object key = Files.readAttributes(lock, BasicFileAttributes.class).fileKey();
      return Optional.of(key == null ? lock : key);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** A holder that is just ending is waited for. */
  private static boolean locked(FileChannel file) throws IOException {
    Stopwatch waiting = Stopwatch.started();
    FileLock lock = tryLock(file);
    while (lock == null && waiting.elapsed().compareTo(PATIENCE) < 0) {
      LockSupport.parkNanos(POLL.toNanos());
      lock = tryLock(file);
    }
    return lock != null;
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String holder(Path folder) throws IOException {
    String pid = Files.readString(folder.resolve(LOCK)).strip();
    return pid.isEmpty() ? "unknown" : pid;
  }

  /**
   * Looks, without making anything, whether the folder is one or could be.
   *
   * @throws Refused where a file stands in its place, or in that of a folder above it
   */
  public static void requireFolder(Path folder) throws Refused {
    Path at = folder.toAbsolutePath();
    while (at.getParent() != null && !Files.exists(at)) {
      at = at.getParent();
    }
    if (!Files.isDirectory(at)) {
      throw new Refused(
          Problem.of(
              "the state " + folder,
              "cannot be a folder: " + at + " is a file",
              "name a folder with --state"));
    }
  }

  private static Refused unusable(Path folder, IOException e) {
    return new Refused(
        Problem.of(
            "the state " + folder,
            "cannot be used: " + IoReason.ofCreating(e),
            "make the folder writable, or use another one with --state"));
  }
}
