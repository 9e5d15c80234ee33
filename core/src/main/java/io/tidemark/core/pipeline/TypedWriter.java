package io.tidemark.core.pipeline;

import io.tidemark.core.sink.SinkWriter;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** A program's writer, whose rows look as the program knows them. */
record TypedWriter<R>(SinkWriter<R> writer, Function<Object, R> typed)
    implements SinkWriter<Object> {
  @Override
  public long restore(long committedLength) throws IOException {
    return writer.restore(committedLength);
  }

  @Override
  public long append(List<Object> rows) throws IOException {
    return writer.append(rows.stream().map(typed).toList());
  }

  @Override
  public void sync() throws IOException {
    writer.sync();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
