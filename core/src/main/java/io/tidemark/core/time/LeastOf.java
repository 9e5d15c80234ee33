package io.tidemark.core.time;

import java.util.Map;
import java.util.TreeMap;

/**
 * The least of many numbers that come and go, such as what every key contributes to one of its
 * partition's minima. Not thread-safe. {@link Time#MAX} stands for no contribution. Cost: the
 * logarithm of the distinct numbers.
 */
public final class LeastOf {
  private final TreeMap<Long, Integer> counts = new TreeMap<>();

  /** Replaces one number by another. */
  public void replace(long before, long after) {
    if (before == after) {
      return;
    }
    if (before != Time.MAX) {
      counts.computeIfPresent(before, (n, count) -> count == 1 ? null : count - 1);
    }
    if (after != Time.MAX) {
      counts.merge(after, 1, Integer::sum);
    }
  }

  /** The least number, or {@link Time#MAX}. */
  public long least() {
    Map.Entry<Long, Integer> first = counts.firstEntry();
    return first == null ? Time.MAX : first.getKey();
  }
}
