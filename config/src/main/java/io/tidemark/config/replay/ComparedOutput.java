package io.tidemark.config.replay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes that a replay would write and compares them with what a run has committed to its
 * file; keeps none. What lies in the file beyond the committed length is nobody's.
 */
final class ComparedOutput extends OutputStream {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int SHOWN_BYTES = 1_000;

  private final Path path;
  private final long committed;
  private final long present;
  private final RandomAccessFile file;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long position;
  private long lines;
  private long lineStart;
  private boolean different;
  private boolean lineWhole;

  /**
   * Nothing compared yet.
   *
   * @param path of a file that is there; it may be shorter where only its beginning is compared
   * @param committed its length as the run recorded it, in bytes
   */
  ComparedOutput(Path path, long committed) throws IOException {
    this.path = path;
    this.committed = committed;
    this.file = new RandomAccessFile(path.toFile(), "r");
    this.present = Math.min(committed, file.length());
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int mismatch = different ? length : mismatch(bytes, offset, length);
    for (int i = 0; i < length; i++) {
      different |= i == mismatch;
      take(bytes[offset + i]);
      position++;
    }
  }

  /** Where the bytes differ from what is committed; their length where they do not. */
  private int mismatch(byte[] bytes, int offset, int length) throws IOException {
    int compared = (int) Math.min(length, Math.max(0, present - position));
    for (int done = 0; done < compared; ) {
      int size = Math.min(compared - done, buffer.length);
      file.seek(position + done);
      file.readFully(buffer, 0, size);
      int from = offset + done;
      int at = Arrays.mismatch(buffer, 0, size, bytes, from, from + size);
      if (at >= 0) {
        return done + at;
      }
      done += size;
    }
    return length;
  }

  /** Keeps the line in hand, and that of the difference for good. */
  private void take(byte b) {
    if (lineWhole) {
      return;
    }
    if (b != '\n') {
      if (line.size() < SHOWN_BYTES) {
        line.write(b);
      }
    } else if (different) {
      lineWhole = true;
    } else {
      lines++;
      lineStart = position + 1;
      line.reset();
    }
  }

  /** How many bytes came. */
  long length() {
    return position;
  }

  /** How the file does not begin with what came, in words; null if it does. */
  @Nullable String differenceOfBeginning(boolean complete) throws IOException {
    if (different) {
      return "line "
          + (lines + 1)
          + ": recorded="
          + recordedLine()
          + ", replayed="
          + line.toString(StandardCharsets.UTF_8);
    }
    if (position > present && (complete || present < committed)) {
      return "length: in the file=" + present + ", replayed=" + position + " (bytes)";
    }
    return null;
  }

  /** How the file differs from what came, in words; null if not. */
  @Nullable String difference(boolean complete) throws IOException {
    return different ? differenceOfBeginning(complete) : differenceOfLength(complete);
  }

  /** How the length of the file differs from that of what came, in words; null if not. */
  @Nullable String differenceOfLength(boolean complete) throws IOException {
    if (position < committed || (complete && position > committed)) {
      return "length: recorded=" + committed + ", replayed=" + position + " (bytes)";
    }
    long actual = Files.size(path);
    if (complete && actual > committed) {
      return "length: recorded=" + committed + ", in the file=" + actual + " (bytes)";
    }
    return null;
  }

  private String recordedLine() throws IOException {
    file.seek(lineStart);
    String text = file.readLine();
    return text == null
        ? "nothing"
        : new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
