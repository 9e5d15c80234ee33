package io.tidemark.core.pipeline;

import io.tidemark.core.key.Key;
import io.tidemark.core.window.Windows;

/**
 * Elements kept apart by a key. Immutable.
 *
 * @param <T> the type of the elements
 * @param <K> the type of the keys
 */
public final class KeyedStage<T, K> {
  final PipelineDraft draft;
  final String from;
  final Key<T, K> key;
  final boolean bySubstream;
  final View<T> view;

  KeyedStage(PipelineDraft draft, String from, Key<T, K> key, boolean bySubstream, View<T> view) {
    this.draft = draft;
    this.from = from;
    this.key = key;
    this.bySubstream = bySubstream;
    this.view = view;
  }

  /** The windows of assigned time over which aggregates are taken, for each key. */
  public WindowedStage<T, K> window(Windows windows) {
    return new WindowedStage<>(this, windows);
  }
}
