package io.tidemark.benchmarks.tidemark;

import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Digester;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.window.WindowResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Digests rows and writes them, three numbers each, to a file that is synced with every commit:
 * what an exactly-once sink costs is paid.
 */
final class DigestWriter implements SinkWriter<WindowResult<Long>> {
  private static final int ROW_BYTES = 24;

  private final FileChannel channel;
  private final Digester digester = new Digester();

  DigestWriter(Path file) throws IOException {
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  Digest digest() {
    return digester.take();
  }

  @Override
  public long restore(long committedLength) throws IOException {
    if (committedLength > 0) {
      throw new IOException("a measured run does not resume: length=" + committedLength);
    }
    channel.truncate(0);
    return 0;
  }

  @Override
  public long append(List<WindowResult<Long>> rows) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(rows.size() * ROW_BYTES);
    for (WindowResult<Long> result : rows) {
      long key = result.key();
      Object count = result.values().get(0);
      if (!(count instanceof Long number)) {
        throw new IOException("not a count: " + count);
      }
      digester.add(result.endMicros(), key, number);
      buffer.putLong(result.endMicros()).putLong(key).putLong(number);
    }
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer, channel.size());
    }
    return channel.size();
  }

  @Override
  public void sync() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
