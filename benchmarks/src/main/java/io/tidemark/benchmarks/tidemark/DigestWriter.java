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
import java.util.function.ToLongFunction;

/**
 * Digests rows and writes them, three numbers each, to a file that is synced with every commit:
 * what an exactly-once sink costs is paid.
 */
final class DigestWriter<R> implements SinkWriter<R> {
  private static final int ROW_BYTES = 24;

  private final FileChannel channel;
  private final ToLongFunction<R> timeMicros;
  private final ToLongFunction<R> key;
  private final ToLongFunction<R> count;
  private final Digester digester = new Digester();

  DigestWriter(
      Path file, ToLongFunction<R> timeMicros, ToLongFunction<R> key, ToLongFunction<R> count)
      throws IOException {
    this.timeMicros = timeMicros;
    this.key = key;
    this.count = count;
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Of counts in windows. */
  static DigestWriter<WindowResult<Long>> ofCounts(Path file) throws IOException {
    return new DigestWriter<>(
        file,
        WindowResult::endMicros,
        WindowResult::key,
        result -> ((Number) result.values().get(0)).longValue());
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
  public long append(List<R> rows) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(rows.size() * ROW_BYTES);
    for (R row : rows) {
      long micros = timeMicros.applyAsLong(row);
      long ofKey = key.applyAsLong(row);
      long number = count.applyAsLong(row);
      digester.add(micros, ofKey, number);
      buffer.putLong(micros).putLong(ofKey).putLong(number);
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
