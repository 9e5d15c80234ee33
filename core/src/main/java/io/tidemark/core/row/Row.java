package io.tidemark.core.row;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One record of named, typed values. Immutable by contract: nobody writes to the array after the
 * row was made.
 *
 * <p>{@link #text} is the record as it stood in its source, without its line end, for the
 * diagnostic stream; rows that were computed have none. It takes no part in equality.
 */
public final class Row {
  private final Schema schema;
  private final @Nullable Object[] values;
  private final @Nullable String text;

  /** Takes ownership of the values; one per column of the schema. */
  public Row(Schema schema, @Nullable Object[] values, @Nullable String text) {
    if (values.length != schema.size()) {
      throw new IllegalArgumentException(
          "a row has " + values.length + " values, its schema " + schema.size() + " columns");
    }
    this.schema = schema;
    this.values = values;
    this.text = text;
  }

  /** The columns. */
  public Schema schema() {
    return schema;
  }

  /** The value of the column at the place, from 0; null where it is empty. */
  public @Nullable Object get(int column) {
    return values[column];
  }

  /**
   * The value of the column of the name; null where it is empty.
   *
   * @throws IllegalArgumentException where there is no such column
   */
  public @Nullable Object get(String column) {
    int index = schema.indexOf(column);
    if (index < 0) {
      throw new IllegalArgumentException(
          "a row has no such column: column=" + column + ", columns=" + schema.columns());
    }
    return values[index];
  }

  /** The record as it stood in its source, or null. */
  public @Nullable String text() {
    return text;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Row row
        && schema.equals(row.schema)
        && Arrays.equals(values, row.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
