package io.tidemark.config.expression;

import io.tidemark.core.row.ColumnType;
import java.util.List;
import java.util.function.Function;

/** An expression of which the text is understood, and nothing known yet of its columns. */
public abstract sealed class ParsedExpression {
  private final List<Reference> references;

  ParsedExpression(List<Reference> references) {
    this.references = List.copyOf(references);
  }

  /** A column as it is, whatever characters its name has. */
  public static ParsedExpression ofColumn(Reference column) {
    return new OneColumn(column);
  }

  /**
   * Understands a text in which columns of one input stand by their names, or as {@code
   * row["NAME"]}.
   *
   * @throws ExpressionFault where it is no expression
   */
  public static ParsedExpression ofRow(String text) throws ExpressionFault {
    return Cel.parse(text, false);
  }

  /**
   * Understands a text in which columns stand as {@code left.NAME}, {@code right["NAME"]}.
   *
   * @throws ExpressionFault where it is no expression
   */
  public static ParsedExpression ofSides(String text) throws ExpressionFault {
    return Cel.parse(text, true);
  }

  /** The columns that it names, each once. */
  public final List<Reference> references() {
    return references;
  }

  /** Where a column is first named, as characters before it. */
  public abstract int position(Reference reference);

  /**
   * The expression over columns of these types.
   *
   * @param types of every column that it names
   * @throws ExpressionFault where what it does with them makes no sense
   */
  public abstract Expression typed(Function<Reference, ColumnType> types) throws ExpressionFault;

  private static final class OneColumn extends ParsedExpression {
    OneColumn(Reference column) {
      super(List.of(column));
    }

    @Override
    public int position(Reference reference) {
      return 0;
    }

    @Override
    public Expression typed(Function<Reference, ColumnType> types) {
      return new ColumnExpression(types.apply(references().get(0)));
    }
  }

  /** One that the library understands. */
  abstract static non-sealed class Understood extends ParsedExpression {
    Understood(List<Reference> references) {
      super(references);
    }
  }
}
