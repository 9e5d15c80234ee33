package io.tidemark.config.expression;

import org.jspecify.annotations.Nullable;

/** A column, as a function of elements. Safe to call from any thread. */
@FunctionalInterface
public interface ColumnValue {
  /** The element's value; null where it is empty. */
  @Nullable Object of(Object element);
}
