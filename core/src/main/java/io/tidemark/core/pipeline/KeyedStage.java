package io.tidemark.core.pipeline;

import io.tidemark.core.analytic.Analysis;
import io.tidemark.core.analytic.Analytic;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.join.Pairing;
import io.tidemark.core.join.Version;
import io.tidemark.core.key.Key;
import io.tidemark.core.row.Codecs;
import io.tidemark.core.row.RecordCodec;
import io.tidemark.core.transform.SideOutput;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.Transformation;
import io.tidemark.core.window.NamedWindows;
import io.tidemark.core.window.SeveralWindows;
import io.tidemark.core.window.Windows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Elements kept apart by a key. Immutable.
 *
 * @param <T> the type of the elements
 * @param <K> the type of the keys
 */
public final class KeyedStage<T, K> {
  final PipelineDraft draft;
  final String name;
  final List<Part<T>> parts;
  final Key<T, K> key;
  final boolean bySubstream;

  KeyedStage(
      PipelineDraft draft, String name, List<Part<T>> parts, Key<T, K> key, boolean bySubstream) {
    this.draft = draft;
    this.name = name;
    this.parts = parts;
    this.key = key;
    this.bySubstream = bySubstream;
  }

  /** The parts, with the key over elements as they are held. */
  List<StreamSpec.Input> inputs() {
    List<StreamSpec.Input> inputs = new ArrayList<>();
    for (Part<T> part : parts) {
      inputs.add(part.input(key));
    }
    return inputs;
  }

  /** How elements as they are held look to the computation, where that is otherwise. */
  Map<String, Function<Object, Object>> views() {
    Map<String, Function<Object, Object>> views = new HashMap<>();
    for (Part<T> part : parts) {
      Function<Object, Object> view = part.view().untyped();
      if (view != null) {
        views.put(part.from(), view);
      }
    }
    return views;
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
    return transform(stream, Transformation.of(Untyped.typed(transform), states, results));
  }

  /**
   * What a program computes for each key, as a stream of that name.
   *
   * @param stream the name of the results, unique among the sources and streams of the pipeline
   */
  public <S, O extends Record> TransformedStage<O> transform(
      String stream, Transformation<? super K, ? super T, S, O> of) {
    List<Codec<Object>> values = new ArrayList<>();
    values.add(Untyped.codec(RecordCodec.of(of.results())));
    for (SideOutput<?> output : of.outputs()) {
      values.add(Untyped.codec(RecordCodec.of(output.form())));
    }
    draft.add(
        new StreamSpec(
            stream,
            inputs(),
            bySubstream && !of.rules().arrivalOrder(),
            new TransformWork(
                key.selector(),
                Untyped.transform(of.transform()),
                key::typed,
                views(),
                Untyped.codec(of.states()),
                values,
                of.rules())));
    return new TransformedStage<>(draft, stream, of.results(), of.rules());
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

  /**
   * One result for each element: of the element, and of what analytic functions say of it beside
   * those of its key before it. Filter afterwards what should not be seen by them.
   *
   * @param stream the name of the results, unique among the sources and streams of the pipeline
   * @param result of an element and the values of the functions, in their order
   */
  @SafeVarargs
  public final <O extends Record> TransformedStage<O> analyze(
      String stream,
      Class<O> results,
      BiFunction<? super T, List<@Nullable Object>, O> result,
      Analytic<? super T>... functions) {
    // Not List.of: handing on an array of a generic type is a warning.
    List<Analytic<? super T>> all = new ArrayList<>();
    for (Analytic<? super T> one : functions) {
      all.add(one);
    }
    Codec<Object> states = Untyped.codec(ValueCodec.INSTANCE);
    return transform(stream, new Analysis<T, O>(all, result), states, results);
  }

  /** These elements, as the left side, together with those of another stage with the same key. */
  public <R> JoinStage<T, R, K> join(KeyedStage<R, K> with) {
    return new JoinStage<>(this, with);
  }

  /**
   * Each element with the row of a reference table that counts at its time; those of a key without
   * one are left out. The results have the time of the element.
   *
   * @param table rows of {@link PipelineDraft#referenceTable}, with the same key
   * @param stream the name of the results, unique among the sources and streams of the pipeline
   */
  public <R, O extends Record> TransformedStage<O> lookUp(
      KeyedStage<Version<R>, K> table,
      String stream,
      Class<O> results,
      Pairing<? super T, ? super R, O> pairing) {
    return join(table)
        .asOf(stream, results, (element, version) -> pairing.of(element, version.row()));
  }

  /** As {@link #lookUp}, with null in place of a row for elements of a key without one. */
  @SuppressWarnings("NullAway") // It does not see through the wildcard that null is taken.
  public <R, O extends Record> TransformedStage<O> lookUpOrNone(
      KeyedStage<Version<R>, K> table,
      String stream,
      Class<O> results,
      Pairing<? super T, ? super @Nullable R, O> pairing) {
    return join(table)
        .asOfOrNone(
            stream,
            results,
            (element, version) -> pairing.of(element, version == null ? null : version.row()));
  }

  /** The windows of assigned time over which aggregates are taken, for each key. */
  public WindowedStage<T, K> window(Windows windows) {
    return new WindowedStage<>(this, windows);
  }

  /**
   * Windows of several kinds at once: a result's first value, and a column {@code window} before
   * the aggregates, is the name of its windows.
   *
   * @throws IllegalArgumentException where two have one name
   */
  public WindowedStage<T, K> window(NamedWindows first, NamedWindows... others) {
    List<NamedWindows> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(others));
    return new WindowedStage<>(this, new SeveralWindows(all));
  }
}
