package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The moments of one key that windows still need, and its next window. */
final class KeyMoments<K> {
  final K key;
  final TreeMap<Long, Moment> moments = new TreeMap<>();

  /** The time of its last row. */
  long doneMicros = Time.MIN;

  /** Its next window, and where that stands among the rows; null where there is none. */
  MomentRule.@Nullable Found found;

  @Nullable NextRow<K> row;

  /** When its first moment expires, as it is queued; +∞ where it is not. */
  long expiresMicros = Time.MAX;

  /** Changed since its next window was looked for. */
  boolean stale;

  /** How many of its moments changed since the last delta. */
  int changed;

  KeyMoments(K key) {
    this.key = key;
  }

  /**
   * Drops the moments up to a time.
   *
   * @return how many of them had changed since the last delta
   */
  int dropThrough(long micros) {
    int dropped = 0;
    while (!moments.isEmpty() && moments.firstKey() <= micros) {
      Moment moment = moments.pollFirstEntry().getValue();
      dropped += moment.changed ? 1 : 0;
    }
    changed -= dropped;
    return dropped;
  }
}
