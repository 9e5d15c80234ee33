package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sessions that have not fired, by key and by end. */
final class OpenSessions<K> {
  private final long gapMicros;
  private final Map<K, KeySessions<K>> keys = new HashMap<>();
  private final SessionQueue<K> queue;
  private int size;

  OpenSessions(long gapMicros) {
    this.gapMicros = gapMicros;
    this.queue = new SessionQueue<>(gapMicros);
  }

  int size() {
    return size;
  }

  long endMicros(Session<K> session) {
    return Time.plus(session.lastMicros, gapMicros);
  }

  /**
   * The session of the key that an element at the time belongs to, of two that it touches the later
   * one; null where there is none.
   */
  @Nullable Session<K> at(K key, long micros) {
    KeySessions<K> all = keys.get(key);
    Session<K> session = all == null ? null : all.startedBy(Time.plus(micros, gapMicros));
    return session == null || endMicros(session) < micros ? null : session;
  }

  /**
   * Extends the session by a time that belongs to it.
   *
   * @return the session before it, if it has come to touch that
   */
  @Nullable Session<K> extend(Session<K> session, long micros) {
    session.lastMicros = Math.max(session.lastMicros, micros);
    if (micros >= session.firstMicros) {
      return null;
    }
    Session<K> before = of(session).before(session);
    session.firstMicros = micros;
    return before == null || endMicros(before) < micros ? null : before;
  }

  private KeySessions<K> of(Session<K> session) {
    KeySessions<K> all = keys.get(session.key);
    if (all == null) {
      throw new AssertionError("an open session is not among those of its key: " + session.key);
    }
    return all;
  }

  /** Adds a session that touches none of its key. */
  void add(Session<K> added) {
    KeySessions<K> all = keys.get(added.key);
    if (all == null) {
      keys.put(added.key, new KeySessions<>(added));
    } else {
      all.add(added);
    }
    queue.add(added);
    size++;
  }

  /** Takes a session out. */
  void remove(Session<K> removed) {
    if (!of(removed).remove(removed)) {
      keys.remove(removed.key);
    }
    removed.gone = true;
    size--;
  }

  /** The sessions of the key that lie in the stretch, both ends included. */
  List<Session<K>> within(K key, long fromMicros, long toMicros) {
    KeySessions<K> all = keys.get(key);
    List<Session<K>> within = all == null ? new ArrayList<>() : all.all();
    within.removeIf(session -> session.firstMicros < fromMicros || session.lastMicros > toMicros);
    return within;
  }

  /** A session with the earliest end; null where there is none. */
  @Nullable Session<K> first() {
    return queue.first();
  }

  /** Takes the sessions with the earliest end out of the queue: they fire next. */
  List<Session<K>> takeFirst() {
    return queue.takeFirst();
  }

  /** All sessions, in no order. */
  List<Session<K>> all() {
    List<Session<K>> all = new ArrayList<>(size);
    keys.values().forEach(of -> all.addAll(of.all()));
    return all;
  }

  void clear() {
    keys.clear();
    queue.clear();
    size = 0;
  }
}
