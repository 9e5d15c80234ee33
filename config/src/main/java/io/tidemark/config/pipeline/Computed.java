package io.tidemark.config.pipeline;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A column that a stream computes of each row: {@code value * 1.8 + 32.0 as fahrenheit}.
 *
 * @param term what of
 * @param name of the result; where the text gives none, that of the column
 */
public record Computed(Term term, String name) {
  /** What is allowed, for messages. */
  static final String FORM =
      "a column, or EXPRESSION as NAME; a column or name with other characters than letters,"
          + " digits, _ - . $ stands in backticks";

  private static final Pattern PATTERN =
      Pattern.compile("(?<term>.*?)(?:\\s+as\\s+(?<name>" + Term.WORD + "))?\\s*", Pattern.DOTALL);

  /**
   * What the text means.
   *
   * @param ofSides whether it is of a join
   * @throws IllegalArgumentException where it has no name
   */
  static Computed parse(String text, boolean ofSides) {
    Matcher matcher = PATTERN.matcher(text);
    if (!matcher.matches()) {
      throw new AssertionError("a pattern that takes anything did not: " + text);
    }
    Term term = term(matcher.group("term"), ofSides);
    @Nullable String name = matcher.group("name");
    if (name == null && !term.isColumn()) {
      throw new IllegalArgumentException("an expression without a name: " + text + " as NAME");
    }
    return new Computed(term, name == null ? term.columnName() : Term.plain(name));
  }

  private static Term term(String text, boolean ofSides) {
    return ofSides ? Term.ofSides(text) : Term.ofRow(text);
  }

  /** It in one fixed form. */
  String print() {
    return term.text() + " as " + name;
  }
}
