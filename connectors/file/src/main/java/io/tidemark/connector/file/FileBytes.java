package io.tidemark.connector.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one open file, and the watch over it: a file that vanishes, is replaced or shrinks,
 * and one that grows though it is not followed, is an {@link IOException} that names it.
 *
 * <p>What is not followed has the size it had when the source was made: all readers of a file see
 * the same end. Not thread-safe.
 */
final class FileBytes implements Closeable {
  private static final String ANOTHER = "another file stands in its place";

  private final Path path;
  private final boolean follows;
  private final long size;
  private final @Nullable Object identity;
  private final FileChannel channel;

  private FileBytes(
      Path path, boolean follows, long size, @Nullable Object identity, FileChannel channel) {
    this.path = path;
    this.follows = follows;
    this.size = size;
    this.identity = identity;
    this.channel = channel;
  }

  /** Opens a file as it is now. */
  static FileBytes open(Path path, boolean follows) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
      return new FileBytes(path, follows, attributes.size(), attributes.fileKey(), channel);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  /** Opens a file that was seen before and must be the same. */
  static FileBytes open(SourceFile file, boolean follows) throws IOException {
    FileBytes bytes = open(file.path(), follows);
    boolean sizeFits = follows ? bytes.size >= file.size() : bytes.size == file.size();
    if (!sizeFits || !Objects.equals(bytes.identity, file.identity())) {
      bytes.close();
      throw bytes.changed(
          sizeFits
              ? ANOTHER
              : "bytes when the source was made=" + file.size() + ", now=" + bytes.size);
    }
    return bytes;
  }

  /**
   * Reads from the position on.
   *
   * @return how many bytes; 0 where nothing is there, ever, or (followed) now
   */
  int read(long position, ByteBuffer into) throws IOException {
    if (!follows) {
      long left = size - position;
      if (left <= 0) {
        checkEnd();
        return 0;
      }
      into.limit((int) Math.min(into.limit(), into.position() + left));
    }
    int count;
    try {
      count = channel.read(into, position);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
    if (count > 0) {
      return count;
    }
    if (follows) {
      checkStillThere(position);
      return 0;
    }
    throw changed("it ends at byte " + channel.size() + ", bytes when the source was made=" + size);
  }

  /** Whether the file, not followed, ends at the position. */
  boolean endsAt(long position) {
    return !follows && position == size;
  }

  /** Fails where the file no longer ends where it did; for files that are not followed. */
  void checkEnd() throws IOException {
    long now = channel.size();
    if (now != size) {
      throw changed("bytes when the source was made=" + size + ", now=" + now);
    }
  }

  private void checkStillThere(long position) throws IOException {
    long bytes = channel.size();
    if (bytes < position) {
      throw changed("bytes=" + bytes + ", position to read from=" + position);
    }
    Object now;
    try {
      now = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      throw unreadable(path, e);
    }
    if (!Objects.equals(now, identity)) {
      throw changed(ANOTHER);
    }
  }

  /** The error of a file that is no longer the one that was read. */
  IOException changed(String how) {
    return new IOException(
        "file changed while it was being read: file="
            + path
            + ", "
            + how
            + "; restore it as it was and run again to go on, or begin anew with --fresh");
  }

  private static IOException unreadable(Path path, IOException e) {
    return new IOException(
        "cannot read the file: file="
            + path
            + ", reason="
            + IoReason.of(e)
            + "; put that right and run again",
        e);
  }

  /** Whether the byte before the position ends a line. */
  boolean hasLineFeedBefore(long position) throws IOException {
    byte[] before = new byte[1];
    readFully(position - 1, before);
    return before[0] == '\n';
  }

  /** CRC-32C of the file's first bytes. */
  int checksum(long length) throws IOException {
    byte[] head = new byte[Math.toIntExact(length)];
    readFully(0, head);
    CRC32C checksum = new CRC32C();
    checksum.update(head);
    return (int) checksum.getValue();
  }

  /** Whether the file starts with the bytes. */
  boolean startsWith(byte[] head) throws IOException {
    byte[] start = new byte[head.length];
    if (channel.size() < head.length) {
      return false;
    }
    readFully(0, start);
    return Arrays.equals(start, head);
  }

  /** How many bytes there were when it was opened. */
  long size() {
    return size;
  }

  /** What tells the file from another of the same path. */
  @Nullable Object identity() {
    return identity;
  }

  private void readFully(long position, byte[] into) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, position + buffer.position()) < 0) {
        throw changed("bytes=" + channel.size() + ", read up to=" + (position + into.length));
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
