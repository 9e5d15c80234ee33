package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of a windowed aggregate.
 *
 * @param startMicros the window's start; an infinity where the window reaches the end of the axis
 * @param endMicros the window's end; likewise
 * @param key the key, as the key selector gave it
 * @param values the aggregates' results in the order they were named; null over no value
 * @param <K> the type of the key
 */
public record WindowResult<K>(
    long startMicros, long endMicros, K key, List<@Nullable Object> values) {
  /** The window's start; null where the window reaches the end of the axis. */
  public @Nullable Instant start() {
    return Time.isFinite(startMicros) ? Time.instant(startMicros) : null;
  }

  /** The window's end; null where the window reaches the end of the axis. */
  public @Nullable Instant end() {
    return Time.isFinite(endMicros) ? Time.instant(endMicros) : null;
  }

  /**
   * The result of an aggregate; null over no value.
   *
   * @param index the aggregate's place, from 0
   * @param type what its result is, such as {@code Long}
   * @throws ClassCastException where it is something else
   */
  public <V> @Nullable V value(int index, Class<V> type) {
    return type.cast(values.get(index));
  }
}
