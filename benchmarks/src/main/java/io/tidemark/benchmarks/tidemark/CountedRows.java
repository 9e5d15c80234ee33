package io.tidemark.benchmarks.tidemark;

import io.tidemark.core.sink.SinkWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Counts rows, and writes the hash code of each to a file that is synced with every commit. */
final class CountedRows implements AutoCloseable {
  private final FileChannel channel;
  private volatile long count;

  CountedRows(Path file) throws IOException {
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  long count() {
    return count;
  }

  /** A writer of rows of a type; there is one at a time. */
  <R> SinkWriter<R> writer() {
    return new SinkWriter<>() {
      @Override
      public long restore(long committedLength) throws IOException {
        if (committedLength > 0) {
          throw new IOException("a measured run does not resume: length=" + committedLength);
        }
        channel.truncate(0);
        return 0;
      }

      @Override
      @SuppressWarnings("NonAtomicVolatileUpdate") // One writer at a time.
      public long append(List<R> rows) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(rows.size() * Integer.BYTES);
        rows.forEach(row -> buffer.putInt(row.hashCode()));
        buffer.flip();
        while (buffer.hasRemaining()) {
          channel.write(buffer, channel.size());
        }
        count += rows.size();
        return channel.size();
      }

      @Override
      public void sync() throws IOException {
        channel.force(false);
      }

      @Override
      public void close() {
        // The file is the owner's.
      }
    };
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
