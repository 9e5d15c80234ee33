package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Open sessions by their ends. A session's end grows with almost every element, so its place is put
 * right only when it comes near the front. Until then it stands in a bucket with those that end
 * within the same sixteenth of a gap: a session that is still alive when its bucket comes up moves
 * to another, which costs a look-up among few buckets. Only the sessions of the first bucket that
 * have not moved are sorted.
 *
 * <p>Rejected: a sorted map by end, which every element would have to change; one heap of all
 * sessions, where each move sinks through all its levels.
 */
final class SessionQueue<K> {
  private static final int BUCKETS_IN_GAP = 16;

  private final long gapMicros;
  private final long widthMicros;

  /** Sessions of buckets that came up, by end. */
  private final PriorityQueue<Session<K>> near =
      new PriorityQueue<>(Comparator.comparingLong((Session<K> session) -> session.queuedMicros));

  /** The others, by the number of their bucket. */
  private final TreeMap<Long, List<Session<K>>> far = new TreeMap<>();

  /** The bucket that came up last. */
  private long nearBucket = Long.MIN_VALUE;

  SessionQueue(long gapMicros) {
    this.gapMicros = gapMicros;
    this.widthMicros = Math.max(1, gapMicros / BUCKETS_IN_GAP);
  }

  long endMicros(Session<K> session) {
    return Time.plus(session.lastMicros, gapMicros);
  }

  /** Adds a session, or puts one that was taken out back in its right place. */
  void add(Session<K> session) {
    session.queuedMicros = endMicros(session);
    long bucket = Math.floorDiv(session.queuedMicros, widthMicros);
    if (bucket <= nearBucket) {
      near.add(session);
    } else {
      far.computeIfAbsent(bucket, any -> new ArrayList<>()).add(session);
    }
  }

  /** A session with the earliest end, which is still open; null where there is none. */
  @Nullable Session<K> first() {
    while (true) {
      Session<K> first = near.peek();
      if (first == null) {
        Map.Entry<Long, List<Session<K>>> next = far.pollFirstEntry();
        if (next == null) {
          return null;
        }
        nearBucket = next.getKey();
        next.getValue().forEach(this::addOpen);
      } else if (first.gone || first.queuedMicros != endMicros(first)) {
        addOpen(near.remove());
      } else {
        return first;
      }
    }
  }

  private void addOpen(Session<K> session) {
    if (!session.gone) {
      add(session);
    }
  }

  /** Takes the sessions with the earliest end out: they fire next. */
  List<Session<K>> takeFirst() {
    List<Session<K>> all = new ArrayList<>();
    Session<K> session = first();
    long end = session == null ? Time.MAX : endMicros(session);
    while (session != null && endMicros(session) == end) {
      all.add(session);
      near.remove();
      session = first();
    }
    return all;
  }

  void clear() {
    near.clear();
    far.clear();
  }
}
