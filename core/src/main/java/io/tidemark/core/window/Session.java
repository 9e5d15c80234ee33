package io.tidemark.core.window;

/** A session of one key that has not fired. */
final class Session<K> {
  final K key;
  long firstMicros;
  long lastMicros;

  /** What its elements have accumulated. */
  Object accumulated;

  /** The end under which it is queued: not above its own, which grows while it is queued. */
  long queuedMicros;

  /** Changed since the last delta. */
  boolean changed;

  /** Fired, or became part of another. */
  boolean gone;

  Session(K key, long firstMicros, long lastMicros, Object accumulated) {
    this.key = key;
    this.firstMicros = firstMicros;
    this.lastMicros = lastMicros;
    this.accumulated = accumulated;
  }
}
