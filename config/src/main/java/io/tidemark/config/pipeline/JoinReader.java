package io.tidemark.config.pipeline;

import io.tidemark.config.pipeline.JoinSettings.Within;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a block {@code join} or {@code as-of}. */
final class JoinReader {
  private static final Kind<List<String>> COLUMNS = Kind.texts("[ad]");

  private final Section section;
  private final boolean asOf;

  JoinReader(Section section, boolean asOf) {
    this.section = section;
    this.asOf = asOf;
  }

  JoinSettings read() {
    String left = section.required("left", Kind.text()).orElse("");
    String right = section.required("right", Kind.text()).orElse("");
    if (!left.isEmpty() && left.equals(right)) {
      section.problem(
          "right",
          "the left side too",
          "give the sides streams of their own, each with its rows: where = \"…\"");
    }
    List<String> leftKey = List.of();
    List<String> rightKey = List.of();
    Optional<List<String>> on = section.maybe("on", COLUMNS);
    if (section.has("on")) {
      for (String other : List.of("left-key", "right-key")) {
        if (section.has(other)) {
          section.problem(other, "on stands there too", "either on, or left-key and right-key");
        }
        section.allow(other);
      }
      leftKey = on.orElse(List.of());
      rightKey = leftKey;
    } else if (section.has("left-key") || section.has("right-key")) {
      leftKey = section.required("left-key", COLUMNS).orElse(List.of());
      rightKey = section.required("right-key", COLUMNS).orElse(List.of());
      if (leftKey.size() != rightKey.size() && !leftKey.isEmpty() && !rightKey.isEmpty()) {
        section.problem("right-key", "not as many columns as in left-key", "a column for each");
      }
    } else {
      section.problem(
          "on", "missing", "allowed: the columns that both sides have in common, such as [ad]");
      section.allow("left-key");
      section.allow("right-key");
    }
    @Nullable Within within = asOf ? null : within();
    JoinSettings.Type type =
        section.optional(
            "type", asOf ? Words.AS_OF_TYPE : Words.JOIN_TYPE, JoinSettings.Type.INNER);
    if (!asOf && isUnbounded() && type != JoinSettings.Type.INNER) {
      section.problem(
          "type",
          "without bounds nobody ever knows that a row meets nothing",
          "give within an upper bound, or let the join be inner");
    }
    section.finish();
    return new JoinSettings(left, right, leftKey, rightKey, type, asOf, within);
  }

  private boolean isUnbounded() {
    return section.isText("within", "unbounded");
  }

  private @Nullable Within within() {
    if (isUnbounded()) {
      section.maybe("within", Kind.text());
      return null;
    }
    Optional<Section> block = section.block("within");
    if (block.isEmpty()) {
      if (!section.has("within")) {
        section.problem(
            "within",
            "missing",
            "allowed: { lower = D, upper = D }, or unbounded for an inner join");
      }
      return null;
    }
    Section within = block.get();
    Duration lower = within.optional("lower", Kind.signedDuration(), Duration.ZERO);
    Optional<Duration> upper = within.required("upper", Kind.signedDuration());
    if (upper.isPresent() && upper.get().compareTo(lower) < 0) {
      within.problem("upper", "below lower", "an upper bound at or above the lower one");
    }
    within.finish();
    return new Within(lower, upper.orElse(lower));
  }
}
