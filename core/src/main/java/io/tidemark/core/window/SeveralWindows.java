package io.tidemark.core.window;

import io.tidemark.core.row.ValueOrder;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Windows of several kinds at once, over the same elements. The first value of a result is the name
 * of its windows; of results with the same time, bounds and key, the name decides the order.
 *
 * @param all each under a name of its own; at least one
 */
public record SeveralWindows(List<NamedWindows> all) implements Windows {
  /** The column of a result that says which windows it is of. */
  public static final String COLUMN = "window";

  /** The order of names. */
  static final Comparator<@Nullable Object> NAMES = ValueOrder.INSTANCE;

  /** Copies the list, and refuses two of one name. */
  public SeveralWindows {
    all = List.copyOf(all);
    Set<String> names = new HashSet<>();
    for (NamedWindows one : all) {
      if (!names.add(one.name())) {
        throw new IllegalArgumentException("two windows have the name " + one.name());
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException("no windows are given: name at least one");
    }
  }
}
