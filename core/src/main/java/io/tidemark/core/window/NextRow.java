package io.tidemark.core.window;

import java.util.Comparator;

/**
 * What orders the row that fires next among those of other windows.
 *
 * @param timeMicros its assigned time
 */
public record NextRow<K>(long timeMicros, long endMicros, long startMicros, K key) {
  static <K> Comparator<NextRow<K>> order(Comparator<? super K> keys) {
    return Comparator.comparingLong((NextRow<K> row) -> row.timeMicros)
        .thenComparingLong(row -> row.endMicros)
        .thenComparingLong(row -> row.startMicros)
        .thenComparing(row -> row.key, keys);
  }
}
