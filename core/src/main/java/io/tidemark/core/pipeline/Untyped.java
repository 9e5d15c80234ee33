package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.row.RecordForm;
import io.tidemark.core.sink.RowFormat;
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

  static RowFormat<Object> rows(RowFormat<?> rows) {
    return (RowFormat<Object>) rows;
  }

  /** The columns of a record class, of elements that are known by a wider type. */
  static <T> RowFormat<T> rows(Class<? extends T> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(
          "elements without columns: expected=a record class, actual=" + type.getName());
    }
    return (RowFormat<T>)
        (RowFormat<?>) RowFormat.records(RecordForm.of((Class<Record>) (Class<?>) type));
  }

  /** A transform of wider types, for the types of a stage. */
  static <K, T, S, O> Transform<K, T, S, O> typed(Transform<?, ?, S, O> transform) {
    return (Transform<K, T, S, O>) transform;
  }

  static <R> Supplier<SinkWriter<Object>> writers(Supplier<? extends SinkWriter<R>> writers) {
    return (Supplier<SinkWriter<Object>>) (Supplier<?>) writers;
  }
}
