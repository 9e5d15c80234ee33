package io.tidemark.core.pipeline;

import io.tidemark.core.key.Key;

/**
 * A part of the elements of a stage: those that come from one source or stream.
 *
 * @param from its name
 * @param view them as the stage gives them
 * @param <T> the type of the elements
 */
record Part<T>(String from, View<T> view) {
  /** The part, with the key over elements as they are held, or over what is made of them. */
  StreamSpec.Input input(Key<T, ?> key) {
    return new StreamSpec.Input(from, view.key(key.selector()), view.pieces());
  }
}
