package io.tidemark.connector.file;

import org.jspecify.annotations.Nullable;

/**
 * Makes elements of parsed columns. Thread-safe.
 *
 * @param <T> the type of the elements
 */
interface ElementMaker<T> {
  /** Whether the column is needed; others are not parsed. */
  boolean uses(int column);

  /**
   * The element of the values, whose array it may keep, or null where they are none.
   *
   * @param values one per column of the schema; null where the field is empty or not needed
   * @param text the record without its line end
   */
  @Nullable T make(@Nullable Object[] values, String text);

  /** The text of the element for the diagnostic stream. */
  String text(T element);
}
