package io.tidemark.core.row;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of keys and values: null first, numbers by value, times by time, false before true,
 * strings by their unsigned UTF-8 bytes, lists left to right with the shorter first.
 */
public final class ValueOrder implements Comparator<@Nullable Object> {
  /** The one instance. */
  public static final ValueOrder INSTANCE = new ValueOrder();

  private ValueOrder() {}

  /**
   * Compares two values of one type.
   *
   * @throws IllegalArgumentException for two values of different types or of a type a row cannot
   *     hold
   */
  @Override
  public int compare(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return Boolean.compare(left != null, right != null);
    }
    if (left instanceof String a && right instanceof String b) {
      return compareUtf8(a, b);
    }
    if (left instanceof Long a && right instanceof Long b) {
      return Long.compare(a, b);
    }
    if (left instanceof Double a && right instanceof Double b) {
      return Double.compare(a, b);
    }
    if (left instanceof Instant a && right instanceof Instant b) {
      return a.compareTo(b);
    }
    if (left instanceof Boolean a && right instanceof Boolean b) {
      return Boolean.compare(a, b);
    }
    if (left instanceof Integer a && right instanceof Integer b) {
      return Integer.compare(a, b);
    }
    if (left instanceof List<?> a && right instanceof List<?> b) {
      return compareLists(a, b);
    }
    throw new IllegalArgumentException(
        "values of these types have no order: left="
            + left.getClass().getName()
            + ", right="
            + right.getClass().getName());
  }

  private int compareLists(List<?> left, List<?> right) {
    int shared = Math.min(left.size(), right.size());
    for (int i = 0; i < shared; i++) {
      int order = compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int compareUtf8(String left, String right) {
    int shared = Math.min(left.length(), right.length());
    for (int i = 0; i < shared; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        // Below the surrogates UTF-16 and UTF-8 order alike; a surrogate pair sorts after all of
        // them.
        if (Character.isSurrogate(a) || Character.isSurrogate(b)) {
          return Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
        }
        return Character.compare(a, b);
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
