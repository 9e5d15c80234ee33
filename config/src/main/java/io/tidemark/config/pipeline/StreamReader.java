package io.tidemark.config.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a block {@code streams.NAME}. */
final class StreamReader {
  /** What a broken window is read as, so that reading can go on. */
  private static final WindowSettings ANY =
      new WindowSettings(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO, false);

  private static final Kind<List<Selection>> SELECTIONS = selections();

  private final String name;
  private final Section section;

  StreamReader(String name, Section section) {
    this.name = name;
    this.section = section;
  }

  /** The stream; of no meaning where a problem was reported. */
  StreamSettings read() {
    String from = section.required("from", Kind.text()).orElse("");
    List<String> keyBy = section.optional("key-by", Kind.textsOrNone("[sensor]"), List.of());
    WindowSettings window = window();
    List<Selection> select = section.required("select", SELECTIONS).orElse(List.of());
    section.finish();
    requireDistinctColumns(keyBy, select);
    return new StreamSettings(name, from, keyBy, window, select);
  }

  private WindowSettings window() {
    Optional<Section> block = section.block("window");
    if (block.isEmpty()) {
      if (!section.has("window")) {
        section.problem(
            "window", "missing", "allowed: { tumbling = D } or { hopping { size = D, hop = D } }");
      }
      return ANY;
    }
    Section window = block.get();
    Optional<Duration> tumbling = window.maybe("tumbling", Kind.positiveDuration());
    Optional<Section> hopping = window.block("hopping");
    if (window.has("tumbling") == window.has("hopping")) {
      window.problem(
          window.has("hopping") ? "hopping" : "tumbling",
          window.has("hopping") ? "tumbling stands there too" : "neither tumbling nor hopping",
          "exactly one of tumbling = D and hopping { size = D, hop = D }");
    }
    Duration size = tumbling.orElse(ANY.size());
    Duration hop = size;
    if (hopping.isPresent()) {
      Section hops = hopping.get();
      size = hops.required("size", Kind.positiveDuration()).orElse(ANY.size());
      hop = hops.required("hop", Kind.positiveDuration()).orElse(ANY.hop());
      hops.finish();
    }
    boolean endInclusive = window.optional("closed", Words.END_INCLUSIVE, false);
    Duration offset = window.optional("offset", Kind.signedDuration(), Duration.ZERO);
    window.finish();
    return new WindowSettings(size, hop, offset, endInclusive);
  }

  private void requireDistinctColumns(List<String> keyBy, List<Selection> select) {
    Set<String> columns = new HashSet<>(keyBy);
    for (String bound : List.of(StreamColumns.WINDOW_START, StreamColumns.WINDOW_END)) {
      if (!columns.add(bound)) {
        section.problem(
            "key-by", "the result has a column " + bound + " already", "key by another column");
      }
    }
    for (Selection selection : select) {
      if (!columns.add(selection.name())) {
        section.problem(
            "select",
            "two columns of the result have the name " + selection.name(),
            "name one of them otherwise with `as`");
      }
    }
  }

  private static Kind<List<Selection>> selections() {
    Kind<List<String>> texts = Kind.texts("[\"count() as n\", \"avg(value) as mean\"]");
    return new Kind<>(
        value -> {
          List<Selection> selections = new ArrayList<>();
          List<String> wrong = new ArrayList<>();
          for (String text : texts.parse().apply(value)) {
            try {
              selections.add(Selection.parse(text));
            } catch (IllegalArgumentException e) {
              wrong.add(String.valueOf(e.getMessage()));
            }
          }
          if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join(", and ", wrong));
          }
          return List.copyOf(selections);
        },
        texts.allowed() + " of expressions: " + Selection.FORM,
        selections -> texts.print().apply(selections.stream().map(Selection::print).toList()));
  }
}
