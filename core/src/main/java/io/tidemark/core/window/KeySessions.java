package io.tidemark.core.window;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one key, in the order of time. There is nearly always one; there are many where
 * elements are out of order by far more than the gap, and then they are searched by halves.
 */
final class KeySessions<K> {
  private Session<K> latest;
  private List<Session<K>> earlier = List.of();

  KeySessions(Session<K> only) {
    this.latest = only;
  }

  /** The last session that starts at or before the time; null where there is none. */
  @Nullable Session<K> startedBy(long micros) {
    if (latest.firstMicros <= micros) {
      return latest;
    }
    int at = startedAfter(micros);
    return at == 0 ? null : earlier.get(at - 1);
  }

  /** The session before this one; null where it is the first. */
  @Nullable Session<K> before(Session<K> session) {
    int at = session == latest ? earlier.size() : startedAfter(session.firstMicros) - 1;
    return at == 0 ? null : earlier.get(at - 1);
  }

  /** Where among the earlier ones the first stands that starts after the time. */
  private int startedAfter(long micros) {
    int low = 0;
    int high = earlier.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (earlier.get(middle).firstMicros <= micros) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Adds a session that touches none. */
  void add(Session<K> added) {
    if (earlier.isEmpty()) {
      earlier = new ArrayList<>(2);
    }
    if (added.firstMicros > latest.firstMicros) {
      earlier.add(latest);
      latest = added;
    } else {
      earlier.add(startedAfter(added.firstMicros), added);
    }
  }

  /**
   * Takes a session out.
   *
   * @return whether another is left
   */
  boolean remove(Session<K> removed) {
    if (removed != latest) {
      earlier.remove(startedAfter(removed.firstMicros) - 1);
    } else if (earlier.isEmpty()) {
      return false;
    } else {
      latest = earlier.remove(earlier.size() - 1);
    }
    return true;
  }

  /** All of them, from the first to the latest. */
  List<Session<K>> all() {
    List<Session<K>> all = new ArrayList<>(earlier);
    all.add(latest);
    return all;
  }
}
