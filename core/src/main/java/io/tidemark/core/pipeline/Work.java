package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Computation;
import java.util.Comparator;
import java.util.List;

/**
 * What a stream computes for each key, and what its results are. Immutable; safe to use from any
 * thread.
 */
public sealed interface Work permits WindowWork, TransformWork {
  /** A computation that has seen nothing, for one entity. */
  Computation begin(StreamSpec stream, Plan plan);

  /** Whether it depends on the canonical order of elements. */
  boolean isOrdered();

  /** Whether it may wait for the clock, too. */
  default boolean isByClock() {
    return false;
  }

  /** The names of its outputs beside that of its results. */
  default List<String> furtherOutputs() {
    return List.of();
  }

  /** How results are written. */
  Codec<Object> results();

  /** The canonical order of results of one time. */
  Comparator<Object> resultOrder();

  /** What {@link #resultOrder} compares of a result, as values in their order. */
  List<Object> rank(Object result);
}
