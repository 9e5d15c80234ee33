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

  /** What its last window has accumulated, where windows are worked out from each other. */
  @Nullable RunningTotal running;

  /** One of the moments, which of them it is, from 1; 0 where none was asked for. */
  private long rankedMicros;

  private int rank;

  KeyMoments(K key) {
    this.key = key;
  }

  /** Puts a moment in, in place of one of the same time. */
  void put(long micros, Moment moment) {
    if (moments.put(micros, moment) == null && rank > 0 && micros < rankedMicros) {
      rank++;
    }
  }

  /**
   * The moment of that rank in time, from 1; there are so many. It is looked for from the one asked
   * for last, so that going from window to window costs a step for each moment that came or went.
   */
  long ranked(int wanted) {
    if (rank == 0) {
      rankedMicros = moments.firstKey();
      rank = 1;
    }
    for (; rank < wanted; rank++) {
      rankedMicros = moments.higherKey(rankedMicros);
    }
    for (; rank > wanted; rank--) {
      rankedMicros = moments.lowerKey(rankedMicros);
    }
    return rankedMicros;
  }

  /**
   * Drops the moments up to a time.
   *
   * @return how many of them had changed since the last delta
   */
  int dropThrough(long micros) {
    int dropped = 0;
    while (!moments.isEmpty() && moments.firstKey() <= micros) {
      long first = moments.firstKey();
      Moment moment = moments.pollFirstEntry().getValue();
      if (running != null) {
        running.drop(first, moment);
      }
      rank = Math.max(0, rank - 1);
      dropped += moment.changed ? 1 : 0;
    }
    changed -= dropped;
    return dropped;
  }
}
