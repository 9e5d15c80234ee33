package io.tidemark.core.pipeline;

import io.tidemark.core.key.Key;
import io.tidemark.core.window.Windows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Elements that a computation can be defined over: those of a source, the results of another
 * computation, or what {@link #map}, {@link #flatMap} and {@link #filter} make of them. Immutable.
 *
 * @param <T> the type of the elements
 */
public abstract sealed class KeyableStage<T> permits ElementStage, ResultStage, TransformedStage {
  final PipelineDraft draft;
  final String name;
  final List<Part<T>> parts;
  private final @Nullable Key<T, ?> substreams;

  KeyableStage(PipelineDraft draft, String name, @Nullable Key<T, ?> substreams, View<T> view) {
    this(draft, name, substreams, List.of(new Part<>(name, view)));
  }

  KeyableStage(
      PipelineDraft draft, String name, @Nullable Key<T, ?> substreams, List<Part<T>> parts) {
    this.draft = draft;
    this.name = name;
    this.substreams = substreams;
    this.parts = List.copyOf(parts);
  }

  /**
   * Each element as something else. Times stay what they are.
   *
   * @param step a function of the element alone, which gives no null; called more than once for an
   *     element, from any thread
   */
  public final <U> ElementStage<U> map(Function<? super T, ? extends U> step) {
    View.Step<T, U> some =
        element ->
            Objects.requireNonNull(
                step.apply(element), "a map gives something for each element; filter leaves out");
    return new ElementStage<>(draft, name, null, then(some));
  }

  /**
   * Only the elements for which the test holds. The others count for progress, as all admitted
   * elements do.
   *
   * @param test a function of the element alone; called more than once for an element, from any
   *     thread
   */
  public final ElementStage<T> filter(Predicate<? super T> test) {
    View.Step<T, T> step = element -> test.test(element) ? element : null;
    return new ElementStage<>(draft, name, substreams, then(step));
  }

  /**
   * What the step makes of each element, which may be nothing, one thing or several, each with the
   * time of the element. They stand in the canonical order where the element stood, in the order in
   * which the step gives them.
   *
   * <p>An element travels as it is, once to each key group that takes something of it, and the step
   * is called again there. What it gives is taken one by one and may be made as it is asked for;
   * more than a million things of one element end the pipeline.
   *
   * @param step a function of the element alone, which gives no null and always the same; called
   *     more than once for an element, from any thread
   */
  public final <U> ElementStage<U> flatMap(
      Function<? super T, ? extends Iterable<? extends U>> step) {
    List<Part<U>> next = new ArrayList<>();
    for (Part<T> part : parts) {
      next.add(new Part<>(part.from(), part.view().thenEach(step)));
    }
    return new ElementStage<>(draft, name, null, next);
  }

  private <U> List<Part<U>> then(View.Step<T, U> step) {
    List<Part<U>> next = new ArrayList<>();
    for (Part<T> part : parts) {
      next.add(new Part<>(part.from(), part.view().then(step)));
    }
    return next;
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
    return new KeyedStage<>(draft, name, parts, key, key == substreams);
  }

  /** Windows over all elements alike, without a key. */
  public final WindowedStage<T, Key.One> window(Windows windows) {
    return keyBy(Key.<T>one()).window(windows);
  }
}
