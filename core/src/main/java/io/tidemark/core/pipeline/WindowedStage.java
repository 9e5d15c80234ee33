package io.tidemark.core.pipeline;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.PartialWindows;
import io.tidemark.core.window.SeveralWindows;
import io.tidemark.core.window.Windows;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The windows of each key. Immutable.
 *
 * @param <T> the type of the elements
 * @param <K> the type of the keys
 */
public final class WindowedStage<T, K> {
  private final KeyedStage<T, K> keyed;
  private final Windows windows;

  WindowedStage(KeyedStage<T, K> keyed, Windows windows) {
    this.keyed = keyed;
    this.windows = windows;
  }

  /**
   * What is computed over each window, as a stream named after what it reads: {@code FROM-windows}.
   *
   * @param aggregates see {@link #aggregate(String, Aggregate...)}
   */
  @SafeVarargs
  public final ResultStage<K> aggregate(Aggregate<? super T, ?>... aggregates) {
    List<Aggregate<? super T, ?>> all = new ArrayList<>();
    for (Aggregate<? super T, ?> one : aggregates) {
      all.add(one);
    }
    return aggregate(keyed.name + "-windows", all);
  }

  /**
   * What is computed over each window.
   *
   * @param stream the name of the results, unique among the sources and streams of the pipeline
   * @param aggregates at least one; a result's values, and an output's columns, come in their
   *     order. The name of each is that of its column: {@code count().as("cars")}
   * @throws IllegalArgumentException where two columns of the result have one name
   */
  @SafeVarargs
  public final ResultStage<K> aggregate(String stream, Aggregate<? super T, ?>... aggregates) {
    // Not Arrays.asList: handing on an array of a generic type is a warning.
    List<Aggregate<? super T, ?>> all = new ArrayList<>();
    for (Aggregate<? super T, ?> one : aggregates) {
      all.add(one);
    }
    return aggregate(stream, all);
  }

  private ResultStage<K> aggregate(String stream, List<Aggregate<? super T, ?>> aggregates) {
    if (aggregates.isEmpty()) {
      throw new IllegalArgumentException(
          "nothing is computed: stream=" + stream + "; name an aggregate, such as count()");
    }
    List<String> selected = new ArrayList<>();
    if (windows instanceof SeveralWindows) {
      selected.add(SeveralWindows.COLUMN);
    } else if (windows instanceof PartialWindows) {
      selected.add(PartialWindows.COLUMN);
    }
    aggregates.forEach(aggregate -> selected.add(aggregate.name()));
    requireDistinctColumns(stream, selected);
    // With one part, aggregates look at elements as they are held, without an object between.
    boolean one = keyed.parts.size() == 1;
    View<T> view = one ? keyed.parts.get(0).view() : View.itself();
    List<Aggregate<Object, ?>> seen = new ArrayList<>();
    for (Aggregate<? super T, ?> aggregate : aggregates) {
      seen.add(view.aggregate(aggregate));
    }
    KeySelector<Object, Object> key = view.key(keyed.key.selector());
    WindowWork work = new WindowWork(key, windows, seen, one ? Map.of() : keyed.views());
    keyed.draft.add(new StreamSpec(stream, keyed.inputs(), keyed.bySubstream, work));
    return new ResultStage<>(keyed.draft, stream, keyed.key, selected);
  }

  private void requireDistinctColumns(String stream, List<String> selected) {
    Set<String> columns = new LinkedHashSet<>(List.of("window_start", "window_end"));
    for (String column : keyed.key.columns()) {
      if (!columns.add(column)) {
        throw new IllegalArgumentException(
            "the result has such a column already: stream="
                + stream
                + ", column="
                + column
                + "; name the key's column otherwise");
      }
    }
    for (String column : selected) {
      if (!columns.add(column)) {
        throw new IllegalArgumentException(
            "two columns of the result have one name: stream="
                + stream
                + ", column="
                + column
                + "; name one of them otherwise with as(…)");
      }
    }
  }
}
