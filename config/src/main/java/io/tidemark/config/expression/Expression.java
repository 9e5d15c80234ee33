package io.tidemark.config.expression;

import io.tidemark.core.row.ColumnType;
import java.util.List;

/**
 * An expression whose columns and type are known. Immutable; its functions may be called from any
 * thread.
 */
public abstract sealed class Expression permits ColumnExpression, CelExpression {
  private final ColumnType type;

  Expression(ColumnType type) {
    this.type = type;
  }

  /** The type of its values. */
  public final ColumnType type() {
    return type;
  }

  /**
   * Its value as a function of elements: null where it cannot be computed, because a column that it
   * needs is empty, a number does not fit its type, or something is divided by zero. Never throws.
   *
   * @param columns the columns that it names, in the order of {@link ParsedExpression#references}
   */
  public abstract ColumnValue over(List<ColumnValue> columns);
}
