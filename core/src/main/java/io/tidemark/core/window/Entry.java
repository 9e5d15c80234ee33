package io.tidemark.core.window;

import org.jspecify.annotations.Nullable;

/** What one key has accumulated in one pane; also the link of its {@link KeyTable}. */
final class Entry<K> {
  final K key;
  final int hash;
  final Object accumulator;
  @Nullable Entry<K> next;

  /** Whether it changed since the last delta. */
  boolean changed;

  Entry(K key, int hash, Object accumulator) {
    this.key = key;
    this.hash = hash;
    this.accumulator = accumulator;
  }
}
