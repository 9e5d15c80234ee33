package io.tidemark.core.pipeline;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.key.Key;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.row.Codecs;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.row.RecordForm;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.window.Windows;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

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

  /**
   * What a program computes for each key, as a stream of that name.
   *
   * @param stream the name of the results, unique among the sources and streams of the pipeline
   * @param states how the transform's states are written, in a form that a program chooses
   * @param results the record class of the results, whose components are the columns of an output
   * @throws IllegalArgumentException where a row cannot hold the components of a result
   */
  public <S, O extends Record> TransformedStage<O> transform(
      String stream,
      Transform<? super K, ? super T, S, O> transform,
      Codec<S> states,
      Class<O> results) {
    RecordForm<O> form = RecordForm.of(results);
    Function<Object, T> mapping = view.mapping();
    Map<String, Function<Object, Object>> views =
        mapping == null ? Map.of() : Map.of(from, mapping::apply);
    KeySelector<Object, Object> selector = view.key(key.selector());
    draft.add(
        new StreamSpec(
            stream,
            List.of(new StreamSpec.Input(from, selector)),
            bySubstream,
            new TransformWork(
                selector,
                Untyped.transform(transform, key),
                views,
                Untyped.codec(states),
                Untyped.codec(RecordCodec.of(form)))));
    return new TransformedStage<>(draft, stream, form);
  }

  /**
   * What a program computes for each key, as a stream of that name, with the states written as
   * {@link Codecs} has it.
   *
   * @param stream the name of the results, unique among the sources and streams of the pipeline
   * @param states the class of the transform's states
   * @param results the record class of the results, whose components are the columns of an output
   * @throws IllegalArgumentException where nothing on the class path codes the states, or a row
   *     cannot hold the components of a result
   */
  public <S, O extends Record> TransformedStage<O> transform(
      String stream,
      Transform<? super K, ? super T, S, O> transform,
      Class<S> states,
      Class<O> results) {
    return transform(stream, transform, Codecs.of(states), results);
  }

  /** The windows of assigned time over which aggregates are taken, for each key. */
  public WindowedStage<T, K> window(Windows windows) {
    return new WindowedStage<>(this, windows);
  }
}
