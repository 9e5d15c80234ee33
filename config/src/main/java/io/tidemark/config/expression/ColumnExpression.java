package io.tidemark.config.expression;

import io.tidemark.core.row.ColumnType;
import java.util.List;

/** A column as it is. */
final class ColumnExpression extends Expression {
  ColumnExpression(ColumnType type) {
    super(type);
  }

  @Override
  public ColumnValue over(List<ColumnValue> columns) {
    return columns.get(0);
  }
}
