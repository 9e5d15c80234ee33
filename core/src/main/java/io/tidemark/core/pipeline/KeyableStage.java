package io.tidemark.core.pipeline;

import io.tidemark.core.key.Key;
import io.tidemark.core.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Elements that a computation can be defined over: those of a source, or the results of another
 * computation. Immutable.
 *
 * @param <T> the type of the elements
 */
public abstract sealed class KeyableStage<T> permits AdmittedStage, ResultStage, TransformedStage {
  final PipelineDraft draft;
  final String name;
  private final @Nullable Key<T, ?> substreams;
  private final View<T> view;

  KeyableStage(PipelineDraft draft, String name, @Nullable Key<T, ?> substreams, View<T> view) {
    this.draft = draft;
    this.name = name;
    this.substreams = substreams;
    this.view = view;
  }

  /** What keeps elements apart; in an output it is the column {@code key}. */
  public final <K> KeyedStage<T, K> keyBy(Key.Field<T, K> field) {
    return keyBy(Key.of(field));
  }

  /** What keeps elements apart, as the column of the name. */
  public final <K> KeyedStage<T, K> keyBy(String column, Key.Field<T, K> field) {
    return keyBy(Key.of(column, field));
  }

  /** What keeps elements apart, as the columns that are the components of the record. */
  public final <K extends Record> KeyedStage<T, K> keyBy(Class<K> type, Key.Field<T, K> field) {
    return keyBy(Key.of(type, field));
  }

  /** What keeps elements apart; the same object as the substreams' is the substreams' key. */
  public final <K> KeyedStage<T, K> keyBy(Key<T, K> key) {
    return new KeyedStage<>(draft, name, key, key == substreams, view);
  }

  /** Windows over all elements alike, without a key. */
  public final WindowedStage<T, Key.One> window(Windows windows) {
    return keyBy(Key.<T>one()).window(windows);
  }
}
