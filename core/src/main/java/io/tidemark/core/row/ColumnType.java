package io.tidemark.core.row;

/** What a column holds; the Java type of a non-null value stands beside each. */
public enum ColumnType {
  /** {@code String}. */
  STRING,
  /** {@code Long}. */
  LONG,
  /** {@code Double}, finite. */
  DOUBLE,
  /** {@code Boolean}. */
  BOOLEAN,
  /** {@code Instant}, to the microsecond. */
  TIMESTAMP
}
