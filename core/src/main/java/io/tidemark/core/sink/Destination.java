package io.tidemark.core.sink;

import java.util.function.Supplier;

/**
 * Where a sink's rows can go, whatever their columns: a file, a stream of bytes, a table. Immutable
 * and thread-safe; a connector implements it.
 */
public interface Destination {
  /**
   * Gives a new, unopened writer of such rows to each incarnation of a sink. Touches nothing: only
   * a writer's {@link SinkWriter#restore} does.
   */
  <R> Supplier<SinkWriter<R>> writers(RowFormat<R> rows);
}
