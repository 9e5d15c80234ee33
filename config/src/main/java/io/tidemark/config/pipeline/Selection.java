package io.tidemark.config.pipeline;

import io.tidemark.config.refusal.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One column a windowed stream computes: {@code avg(value) as mean}.
 *
 * @param function what is computed
 * @param column over which column; null for {@link Function#COUNT}
 * @param name the name of the result; where the text gives none, {@code count}, or function and
 *     column joined by {@code _}
 */
public record Selection(Function function, @Nullable String column, String name) {

  /** An aggregate function. */
  public enum Function {
    /** How many rows. */
    COUNT,
    /** The sum of a column's values. */
    SUM,
    /** Their mean. */
    AVG,
    /** The smallest. */
    MIN,
    /** The largest. */
    MAX;

    /** The word that stands for it in a pipeline file. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is allowed, for messages. */
  static final String FORM =
      "count() as NAME, or sum, avg, min or max, as in avg(COLUMN) as NAME; `as NAME` may be left"
          + " out; a column or name with other characters than letters, digits, _ - . stands in"
          + " backticks";

  private static final String WORD = "[\\p{L}\\p{N}_.$-]+|`[^`]+`";
  private static final Pattern PATTERN =
      Pattern.compile(
          "\\s*(?<function>\\w+)\\s*\\(\\s*(?<column>"
              + WORD
              + "|\\*)?\\s*\\)"
              + "\\s*(?<as>as\\s+(?<name>"
              + WORD
              + ")\\s*)?");

  /**
   * The selection that the text means.
   *
   * @throws IllegalArgumentException where it means none; the message says why
   */
  static Selection parse(String text) {
    Matcher matcher = PATTERN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not an expression: " + text);
    }
    Function function = function(matcher.group("function"));
    String column = plain(matcher.group("column"));
    if (function == Function.COUNT && column != null) {
      throw new IllegalArgumentException("count counts rows and takes no column: write count()");
    }
    if (function != Function.COUNT && (column == null || column.equals("*"))) {
      throw new IllegalArgumentException(
          function.word() + " needs a column: write " + function.word() + "(COLUMN)");
    }
    String name = plain(matcher.group("name"));
    return new Selection(function, column, name == null ? defaultName(function, column) : name);
  }

  /** The selection in one fixed form. */
  String print() {
    return function.word() + "(" + (column == null ? "" : column) + ") as " + name;
  }

  private static Function function(String word) {
    for (Function function : Function.values()) {
      if (function.word().equals(word)) {
        return function;
      }
    }
    List<String> words = Arrays.stream(Function.values()).map(Function::word).toList();
    throw new IllegalArgumentException(
        "no function "
            + word
            + Nearest.to(word, words).map(near -> " (did you mean " + near + "?)").orElse(""));
  }

  private static String defaultName(Function function, @Nullable String column) {
    return column == null ? function.word() : function.word() + "_" + column;
  }

  private static @Nullable String plain(@Nullable String word) {
    return word == null || !word.startsWith("`") ? word : word.substring(1, word.length() - 1);
  }
}
