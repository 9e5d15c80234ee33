package io.tidemark.connector.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * A stream, such as standard output. What was written cannot be cut: after a crash rows that were
 * not committed come again, so delivery is at least once.
 */
final class StreamOutput implements Output {
  private final OutputStream stream;
  private long length;

  StreamOutput(OutputStream stream) {
    this.stream = stream;
  }

  @Override
  public boolean restore(long committedLength) {
    length = committedLength;
    return length == 0;
  }

  @Override
  public long append(byte[] bytes) throws IOException {
    stream.write(bytes);
    length += bytes.length;
    return length;
  }

  @Override
  public void sync() throws IOException {
    stream.flush();
    // A print stream keeps its failures to itself, and rows that went nowhere must not be
    // committed.
    if (stream instanceof PrintStream printing && printing.checkError()) {
      throw new IOException(
          "cannot write the output: the stream takes no more; its reader has gone, or its disk is"
              + " full");
    }
  }

  @Override
  public long length() {
    return length;
  }

  /** Leaves the stream open: it belongs to the process. */
  @Override
  public void close() throws IOException {
    stream.flush();
  }
}
