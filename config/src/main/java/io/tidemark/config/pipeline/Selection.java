package io.tidemark.config.pipeline;

import io.tidemark.config.refusal.Nearest;
import java.math.BigDecimal;
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
 * @param number the number that a function of two arguments takes first; else null
 * @param term over what; null for {@link Function#COUNT}
 * @param name the name of the result; where the text gives none, {@code count}, or function and
 *     column joined by {@code _}
 */
public record Selection(
    Function function, @Nullable BigDecimal number, @Nullable Term term, String name) {

  /** An aggregate function. */
  public enum Function {
    /** How many rows. */
    COUNT,
    /** The sum of the values. */
    SUM,
    /** Their mean. */
    AVG,
    /** The smallest. */
    MIN,
    /** The largest. */
    MAX,
    /** Their standard deviation, as that of a sample. */
    STDDEV,
    /** Their standard deviation, as that of a population. */
    STDDEV_POPULATION,
    /** The value below or at which a share of them is. */
    PERCENTILE,
    /** How many distinct ones there are. */
    COUNT_DISTINCT,
    /** The list of the largest. */
    TOP,
    /** The list of all. */
    COLLECT,
    /** That of the first row in canonical order. */
    FIRST,
    /** That of the last one. */
    LAST;

    /** The word that stands for it in a pipeline file. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it computes with numbers only. */
    boolean isOfNumbers() {
      return this == SUM || this == AVG || this == STDDEV || this == STDDEV_POPULATION;
    }

    /** Whether its results are lists, which only a sink takes. */
    boolean givesLists() {
      return this == TOP || this == COLLECT;
    }

    private boolean takesNumber() {
      return this == PERCENTILE || this == TOP;
    }
  }

  /** What is allowed, for messages. */
  static final String FORM =
      "count() as NAME, or sum, avg, min, max, stddev, stddev_population, count_distinct, collect,"
          + " first or last, as in avg(COLUMN) as NAME, percentile(SHARE, COLUMN), top(N, COLUMN); for COLUMN also"
          + " an expression; `as NAME` may be left out after a column; a column or name with other"
          + " characters than letters, digits, _ - . stands in backticks";

  private static final int MOST_OF_TOP = 10_000;

  private static final Pattern PATTERN =
      Pattern.compile(
          "\\s*(?<function>\\w+)\\s*\\((?<argument>.*)\\)"
              + "\\s*(?<as>as\\s+(?<name>"
              + Term.WORD
              + ")\\s*)?",
          Pattern.DOTALL);

  private static final Pattern NUMBER =
      Pattern.compile("\\s*(?<number>\\d+(\\.\\d+)?|\\.\\d+)\\s*,(?<term>.*)", Pattern.DOTALL);

  /**
   * The selection that the text means.
   *
   * @throws IllegalArgumentException where it means none; the message says why
   */
  static Selection parse(String text) {
    Matcher matcher = PATTERN.matcher(text);
    if (!matcher.matches() || !isBalanced(matcher.group("argument"))) {
      throw new IllegalArgumentException("not an expression: " + text);
    }
    Function function = function(matcher.group("function"));
    String argument = matcher.group("argument");
    @Nullable BigDecimal number = null;
    if (function.takesNumber()) {
      Matcher two = NUMBER.matcher(argument);
      if (!two.matches()) {
        throw new IllegalArgumentException(
            function.word() + " needs a number and a column: write " + example(function));
      }
      number = number(function, new BigDecimal(two.group("number")));
      argument = two.group("term");
    }
    @Nullable Term term = term(function, argument);
    @Nullable String name = matcher.group("name");
    if (name == null && term != null && !term.isColumn()) {
      throw new IllegalArgumentException("a result without a name: " + text.strip() + " as NAME");
    }
    return new Selection(
        function, number, term, name == null ? defaultName(function, term) : Term.plain(name));
  }

  private static @Nullable Term term(Function function, String argument) {
    boolean all = argument.isBlank() || argument.strip().equals("*");
    if (function == Function.COUNT) {
      if (!argument.isBlank()) {
        throw new IllegalArgumentException("count counts rows and takes no column: write count()");
      }
      return null;
    }
    if (all) {
      throw new IllegalArgumentException(
          function.word() + " needs a column: write " + function.word() + "(COLUMN)");
    }
    return Term.ofRow(argument);
  }

  private static BigDecimal number(Function function, BigDecimal number) {
    boolean fits =
        function == Function.PERCENTILE
            ? number.compareTo(BigDecimal.ONE) <= 0
            : number.scale() <= 0
                && number.signum() > 0
                && number.compareTo(BigDecimal.valueOf(MOST_OF_TOP)) <= 0;
    if (!fits) {
      throw new IllegalArgumentException(
          function.word()
              + " of "
              + number
              + ": write "
              + example(function)
              + (function == Function.PERCENTILE
                  ? ", a share from 0 to 1"
                  : ", a whole number from 1 to " + MOST_OF_TOP));
    }
    return number;
  }

  private static String example(Function function) {
    return function == Function.PERCENTILE ? "percentile(0.95, COLUMN)" : "top(3, COLUMN)";
  }

  /** Whether no bracket closes that was not opened: else there are several aggregates. */
  private static boolean isBalanced(String argument) {
    int open = 0;
    char quote = 0;
    for (int i = 0; i < argument.length(); i++) {
      char at = argument.charAt(i);
      if (quote != 0) {
        quote = at == quote ? 0 : quote;
      } else if (at == '\'' || at == '"' || at == '`') {
        quote = at;
      } else if (at == '(') {
        open++;
      } else if (at == ')' && --open < 0) {
        return false;
      }
    }
    return true;
  }

  /** The selection in one fixed form. */
  String print() {
    String first = number == null ? "" : number.toPlainString() + ", ";
    return function.word() + "(" + first + (term == null ? "" : term.text()) + ") as " + name;
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

  private static String defaultName(Function function, @Nullable Term term) {
    return term == null ? function.word() : function.word() + "_" + term.text();
  }
}
