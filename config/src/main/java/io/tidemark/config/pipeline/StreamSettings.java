package io.tidemark.config.pipeline;

import java.util.List;

/**
 * A windowed stream: what it reads, its keys, its windows and what it computes for each.
 *
 * @param name unique among sources and streams
 * @param from the source or stream it reads
 * @param keyBy the key columns; none: one key for all rows
 * @param window its windows
 * @param select what it computes, in the order of the output columns
 */
public record StreamSettings(
    String name, String from, List<String> keyBy, WindowSettings window, List<Selection> select) {
  /** Copies the lists. */
  public StreamSettings {
    keyBy = List.copyOf(keyBy);
    select = List.copyOf(select);
  }
}
