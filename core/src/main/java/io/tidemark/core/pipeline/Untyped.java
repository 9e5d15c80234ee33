package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Source;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.window.Aggregate;
import java.util.List;
import java.util.function.Supplier;

/**
 * Where the types of a program end. The stages see to it that a function only ever gets what the
 * stage before it gives, so the entities, which run any pipeline, need not know.
 */
@SuppressWarnings("unchecked")
final class Untyped {
  private Untyped() {}

  static Source<Object> source(Source<?> source) {
    return (Source<Object>) source;
  }

  static Codec<Object> codec(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  static Aggregate<Object, ?> aggregate(Aggregate<?, ?> aggregate) {
    return (Aggregate<Object, ?>) aggregate;
  }

  /** The parts of a stage, for one whose elements are of a wider type. */
  static <T> List<Part<T>> parts(KeyableStage<? extends T> stage) {
    return (List<Part<T>>) (List<?>) stage.parts;
  }

  static Transform<Object, Object, Object, Object> transform(Transform<?, ?, ?, ?> transform) {
    return (Transform<Object, Object, Object, Object>) transform;
  }

  static <R> Supplier<SinkWriter<Object>> writers(Supplier<? extends SinkWriter<R>> writers) {
    return (Supplier<SinkWriter<Object>>) (Supplier<?>) writers;
  }
}
