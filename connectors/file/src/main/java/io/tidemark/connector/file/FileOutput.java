package io.tidemark.connector.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that grows at its end.
 *
 * <p>Bytes go to the position the length names, not to wherever the file ends: what a failed write
 * left behind is written over. A name that was created is made durable in its folder, since a file
 * whose folder forgot it is lost however often it was synced. One process writes it at a time
 * ({@link FileLease}).
 */
final class FileOutput implements Output {
  private static final Logger LOG = LoggerFactory.getLogger(FileOutput.class);

  private final Path path;
  private @Nullable FileChannel channel;
  private long length;

  FileOutput(Path path) {
    this.path = path.toAbsolutePath().normalize();
  }

  @Override
  public boolean restore(long committedLength) throws IOException {
    close();
    try {
      FileChannel open = committedLength == 0 ? create() : reopen(committedLength);
      channel = open;
      FileLease.take(open, FileLease.PATIENCE, this::tellOfHolder);
      requireCommitted(open.size(), committedLength);
      open.truncate(committedLength);
      open.force(true);
    } catch (IOException e) {
      close();
      throw failed("open", e);
    }
    length = committedLength;
    return length == 0;
  }

  private void tellOfHolder() {
    LOG.warn(
        "output waits for another process that has it: file={}, at most {} s, then again; if that"
            + " process stands still, end it",
        path,
        FileLease.PATIENCE.toSeconds());
  }

  private FileChannel create() throws IOException {
    Deque<Path> created = new ArrayDeque<>();
    for (Path folder = path.getParent();
        folder != null && !Files.exists(folder);
        folder = folder.getParent()) {
      created.push(folder);
    }
    for (Path folder : created) {
      createFolder(folder);
      syncFolderOf(folder);
    }
    FileChannel open = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    try {
      // Also where the file was there: a run that died may have created it and come no further.
      syncFolderOf(path);
    } catch (IOException e) {
      open.close();
      throw e;
    }
    return open;
  }

  /** Another output may be making the same folder; whoever was first, both make it durable. */
  private static void createFolder(Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  private static void syncFolderOf(Path child) throws IOException {
    Path folder = child.getParent();
    if (folder != null) {
      try (FileChannel open = FileChannel.open(folder, StandardOpenOption.READ)) {
        open.force(true);
      }
    }
  }

  private FileChannel reopen(long committedLength) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException("it is gone, expected=" + committedLength + " (bytes)");
    }
    return FileChannel.open(path, StandardOpenOption.WRITE);
  }

  private static void requireCommitted(long actual, long committedLength) throws IOException {
    if (actual < committedLength) {
      throw new IOException(
          "it is shorter than what was committed: expected="
              + committedLength
              + " or more, actual="
              + actual
              + " (bytes)");
    }
  }

  @Override
  public long append(byte[] bytes) throws IOException {
    FileChannel open = opened();
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    try {
      while (rest.hasRemaining()) {
        open.write(rest, length + rest.position());
      }
    } catch (IOException e) {
      throw failed("write", e);
    }
    length += bytes.length;
    return length;
  }

  @Override
  public void sync() throws IOException {
    try {
      opened().force(false);
    } catch (IOException e) {
      throw failed("sync", e);
    }
  }

  private FileChannel opened() {
    FileChannel open = channel;
    if (open == null) {
      throw new IllegalStateException(
          "the output is not open: file=" + path + "; restore it first");
    }
    return open;
  }

  private IOException failed(String what, IOException e) {
    String reason = channel == null && length == 0 ? IoReason.ofCreating(e) : IoReason.of(e);
    return new IOException(
        "cannot "
            + what
            + " the output: file="
            + path
            + ", reason="
            + reason
            + "; put that right and run again: the run goes on where it was",
        e);
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void close() throws IOException {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      open.close();
    }
  }
}
