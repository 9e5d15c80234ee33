package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Computation;
import java.util.Comparator;

/**
 * What a stream computes for each key, and what its results are. Immutable; safe to use from any
 * thread.
 */
public sealed interface Work permits WindowWork, TransformWork {
  /** A computation that has seen nothing, for one entity. */
  Computation begin(StreamSpec stream, Plan plan);

  /** Whether it depends on the canonical order of elements. */
  boolean isOrdered();

  /** Whether what its program throws for is skipped. */
  default boolean skipsFailures() {
    return false;
  }

  /** How results are written. */
  Codec<Object> results();

  /** The canonical order of results of one time. */
  Comparator<Object> resultOrder();
}
