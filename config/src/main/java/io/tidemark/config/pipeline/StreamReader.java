package io.tidemark.config.pipeline;

import io.tidemark.config.pipeline.StreamSettings.Read;
import io.tidemark.config.pipeline.StreamSettings.Work;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a block {@code streams.NAME}. */
final class StreamReader {
  private static final Kind<List<Selection>> SELECTIONS =
      parsed(
          "[\"count() as n\", \"avg(value) as mean\"]",
          " of expressions: " + Selection.FORM,
          Selection::parse,
          Selection::print);

  private static final Kind<List<Computed>> COLUMNS = computed(false);
  private static final Kind<List<Computed>> COLUMNS_OF_SIDES = computed(true);

  private static final Kind<Term> CONDITION =
      Kind.text()
          .as(Term::expression, Term::text)
          .described("a condition, such as \"value > 0.0\"");

  private final String name;
  private final Section section;

  StreamReader(String name, Section section) {
    this.name = name;
    this.section = section;
  }

  /** The stream; of no meaning where a problem was reported. */
  StreamSettings read() {
    boolean join = section.has("join") || section.has("as-of");
    StreamSettings stream = join ? joined() : over();
    for (String key : List.of("from", "where", "key-by", "window", "join", "as-of", "transform")) {
      section.allow(key);
    }
    section.finish();
    return stream;
  }

  private StreamSettings over() {
    List<String> from = section.required("from", Kind.textOrTexts("[a, b]")).orElse(List.of(""));
    List<Read> reads = from.stream().map(one -> new Read("from", one)).toList();
    @Nullable Term where = section.maybe("where", CONDITION).orElse(null);
    Work work;
    if (section.has("transform")) {
      work = transformed();
    } else {
      work = section.has("window") || !rows() ? windowed() : ofRows();
    }
    return new StreamSettings(name, reads, where, work);
  }

  /** Whether there can be no windows: else a missing one is what is wrong. */
  private boolean rows() {
    return !section.has("key-by") && !section.holds("select", StreamReader::isAggregate);
  }

  private static boolean isAggregate(String text) {
    try {
      Selection.parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private Work windowed() {
    List<String> keyBy = section.optional("key-by", Kind.textsOrNone("[sensor]"), List.of());
    WindowSettings window = window();
    List<Selection> select = section.required("select", SELECTIONS).orElse(List.of());
    requireDistinctColumns(keyBy, window.mark(), select);
    return new StreamSettings.Windowed(keyBy, window, select);
  }

  private Work ofRows() {
    @Nullable List<Computed> select = section.maybe("select", COLUMNS).orElse(null);
    requireDistinct(select == null ? List.of() : select);
    return new StreamSettings.Rows(select);
  }

  private Work transformed() {
    refuse("transform", List.of("window", "select"), "its class says what it gives");
    List<String> keyBy = section.optional("key-by", Kind.textsOrNone("[sensor]"), List.of());
    String className = section.required("transform", Kind.text()).orElse("");
    return new StreamSettings.Transformed(keyBy, className);
  }

  private StreamSettings joined() {
    boolean asOf = section.has("as-of");
    String key = asOf ? "as-of" : "join";
    refuse(key, List.of("from", "window", "transform", "key-by"), "its block says what it reads");
    refuse(
        key,
        List.of("where"),
        "filter a side in a stream of its own, or the results in a stream over this one");
    if (asOf && section.has("join")) {
      section.problem("join", "as-of stands there too", "exactly one of join and as-of");
    }
    JoinSettings join =
        section
            .block(key)
            .map(block -> new JoinReader(block, asOf).read())
            .orElseGet(StreamReader::none);
    List<Computed> select = section.required("select", COLUMNS_OF_SIDES).orElse(List.of());
    requireDistinct(select);
    List<Read> reads =
        List.of(new Read(key + ".left", join.left()), new Read(key + ".right", join.right()));
    return new StreamSettings(name, reads, null, new StreamSettings.Joined(join, select));
  }

  private static JoinSettings none() {
    List<String> none = List.of();
    return new JoinSettings("", "", none, none, JoinSettings.Type.INNER, false, null);
  }

  private void refuse(String kind, List<String> keys, String reason) {
    for (String key : keys) {
      if (section.has(key)) {
        section.problem(key, "not beside " + kind, reason);
      }
    }
  }

  private WindowSettings window() {
    Optional<Section> block = section.block("window");
    if (block.isEmpty()) {
      if (!section.has("window")) {
        section.problem(
            "window", "missing", "allowed: { tumbling = D } or { hopping { size = D, hop = D } }");
      }
      return WindowReader.ANY;
    }
    return new WindowReader(block.get()).read();
  }

  private void requireDistinctColumns(
      List<String> keyBy, WindowSettings.@Nullable Mark mark, List<Selection> select) {
    Set<String> columns = new HashSet<>(keyBy);
    List<String> ofWindow =
        new ArrayList<>(List.of(StreamColumns.WINDOW_START, StreamColumns.WINDOW_END));
    if (mark != null) {
      ofWindow.add(mark.column());
    }
    for (String bound : ofWindow) {
      if (!columns.add(bound)) {
        section.problem(
            "key-by", "the result has a column " + bound + " already", "key by another column");
      }
    }
    select.forEach(selection -> requireNew(selection.name(), columns));
  }

  private void requireDistinct(List<Computed> select) {
    Set<String> columns = new HashSet<>();
    select.forEach(computed -> requireNew(computed.name(), columns));
  }

  private void requireNew(String column, Set<String> columns) {
    if (!columns.add(column)) {
      section.problem(
          "select",
          "two columns of the result have the name " + column,
          "name one of them otherwise with `as`");
    }
  }

  private static Kind<List<Computed>> computed(boolean ofSides) {
    return parsed(
        ofSides
            ? "[\"left.ad as ad\", \"right.time as clicked\"]"
            : "[\"sensor\", \"value * 2.0 as twice\"]",
        " of columns: " + Computed.FORM,
        text -> Computed.parse(text, ofSides),
        Computed::print);
  }

  private static <T> Kind<List<T>> parsed(
      String example, String form, Function<String, T> parse, Function<T, String> print) {
    Kind<List<String>> texts = Kind.texts(example);
    return new Kind<>(
        value -> {
          List<T> all = new ArrayList<>();
          List<String> wrong = new ArrayList<>();
          for (String text : texts.parse().apply(value)) {
            try {
              all.add(parse.apply(text));
            } catch (IllegalArgumentException e) {
              wrong.add(String.valueOf(e.getMessage()));
            }
          }
          if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join(", and ", wrong));
          }
          return List.copyOf(all);
        },
        texts.allowed() + form,
        all -> texts.print().apply(all.stream().map(print).toList()));
  }
}
