package io.tidemark.connector.file;

import io.tidemark.core.row.Row;
import io.tidemark.core.row.Schema;
import org.jspecify.annotations.Nullable;

/** Elements that have all columns and their text. */
record RowMaker(Schema schema) implements ElementMaker<Row> {
  @Override
  public boolean uses(int column) {
    return true;
  }

  // A compiler before 17.0.19 does not tell NullAway that the array in Row's class file may hold
  // nulls.
  @SuppressWarnings("NullAway")
  @Override
  public Row make(@Nullable Object[] values, String text) {
    return new Row(schema, values, text);
  }

  @Override
  public String text(Row element) {
    String text = element.text();
    return text == null ? "" : text;
  }
}
