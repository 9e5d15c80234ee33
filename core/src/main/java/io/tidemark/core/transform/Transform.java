package io.tidemark.core.transform;

import org.jspecify.annotations.Nullable;

/**
 * A computation that a program writes, over the elements of one key: what is done with an element
 * or a timer, given the state so far, is the state after it and what the context is told.
 *
 * <p>It is called for the elements of a key in canonical order: by assigned time, then by stream,
 * partition and offset, each after progress has passed it; a timer for a time runs after every
 * element before that time and before every element at or after it. So its results are a function
 * of the elements alone, whatever they arrive in the order of, on however many nodes.
 *
 * <p>One object serves all keys and is called from many threads: it keeps nothing itself. It reads
 * no clock, blocks nowhere, and changes neither the state nor an element it is given, which may be
 * used elsewhere: it makes a new state. What it throws ends the pipeline, with the stream, the key
 * and the element in the message.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the elements
 * @param <S> the type of the state; null is the state of a key that was never seen, or cleared
 * @param <O> the type of the results
 */
public interface Transform<K, T, S, O> {
  /**
   * Takes an element.
   *
   * @return the state after it; null to forget the key's state
   */
  @Nullable S onElement(@Nullable S state, T element, TransformContext<K, O> context);

  /**
   * Takes a timer, which is gone by then.
   *
   * @return the state after it; null to forget the key's state
   */
  default @Nullable S onTimer(@Nullable S state, Timer timer, TransformContext<K, O> context) {
    return state;
  }
}
