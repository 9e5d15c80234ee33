package io.tidemark.core.window;

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
    long startMicros, long endMicros, K key, List<@Nullable Object> values) {}
