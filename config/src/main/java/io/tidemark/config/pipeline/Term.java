package io.tidemark.config.pipeline;

import io.tidemark.config.expression.ExpressionFault;
import io.tidemark.config.expression.ParsedExpression;
import io.tidemark.config.expression.Reference;
import io.tidemark.config.expression.Reference.Side;
import java.util.regex.Pattern;

/**
 * What a column is computed from, as it stands in a pipeline file: one column by its name, or an
 * expression.
 *
 * @param text the column's name, or the expression
 * @param isColumn which of them
 * @param ofSides whether columns are those of the sides of a join
 */
public record Term(String text, boolean isColumn, boolean ofSides) {
  /** A column, or a name: anything in backticks, else without blanks and operators. */
  static final String WORD = "[\\p{L}\\p{N}_.$-]+|`[^`]+`";

  private static final Pattern WORDS = Pattern.compile(WORD);
  private static final Pattern CONSTANT = Pattern.compile("true|false|null|[\\d.][\\d.eE-]*");
  private static final Pattern OF_SIDE = Pattern.compile("(left|right)\\.(.+)", Pattern.DOTALL);

  /** What the text means over the columns of one input. */
  static Term ofRow(String text) {
    String word = text.strip();
    boolean column = WORDS.matcher(word).matches() && !CONSTANT.matcher(word).matches();
    return new Term(column ? plain(word) : word, column, false);
  }

  /** What the text means over the columns of the sides of a join. */
  static Term ofSides(String text) {
    String word = text.strip();
    boolean column = WORDS.matcher(word).matches() && OF_SIDE.matcher(word).matches();
    return new Term(word, column, true);
  }

  /** An expression, though it be one word. */
  static Term expression(String text) {
    return new Term(text.strip(), false, false);
  }

  static String plain(String word) {
    return word.startsWith("`") ? word.substring(1, word.length() - 1) : word;
  }

  /** The column's own name, without its side. */
  String columnName() {
    return ofSides ? text.substring(text.indexOf('.') + 1) : text;
  }

  /**
   * What it means.
   *
   * @throws ExpressionFault where it is no expression
   */
  public ParsedExpression parsed() throws ExpressionFault {
    if (isColumn) {
      Side side = Side.ROW;
      if (ofSides) {
        side = text.startsWith("left") ? Side.LEFT : Side.RIGHT;
      }
      return ParsedExpression.ofColumn(new Reference(side, columnName()));
    }
    return ofSides ? ParsedExpression.ofSides(text) : ParsedExpression.ofRow(text);
  }
}
