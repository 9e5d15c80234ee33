package io.tidemark.core.window;

import java.util.List;

/**
 * The aggregates that come with the system. {@link #count} counts elements; the others skip those
 * whose value is null, and over no value their result is null.
 */
public final class Aggregates {
  private Aggregates() {}

  /** How many elements there are: a {@code Long}. */
  public static <T> Aggregate<T, ?> count() {
    return new Count<>();
  }

  /**
   * The sum of longs, exact: a {@code Long}. Only the final sum can overflow, and then its result
   * throws {@link SumOverflow}.
   */
  public static <T> Aggregate<T, ?> sumOfLongs(Field<T, Long> value) {
    return new OfLongs<>("sum", value, LongTotal::sum);
  }

  /** The average of longs: the exact sum, rounded once to a {@code Double}, divided. */
  public static <T> Aggregate<T, ?> averageOfLongs(Field<T, Long> value) {
    return new OfLongs<>("avg", value, LongTotal::average);
  }

  /**
   * The sum of doubles: the exact sum, rounded once to a {@code Double}, so it depends on no order
   * and no value is lost beside larger ones. A zero sum is {@code 0.0}, never {@code -0.0}. A sum
   * beyond the largest double throws {@link SumOverflow}. The values are finite.
   */
  public static <T> Aggregate<T, ?> sumOfDoubles(Field<T, Double> value) {
    return new OfDoubles<>("sum", value, DoubleTotal::sum);
  }

  /**
   * The average of doubles: the exact sum, rounded once as if there were no largest double,
   * divided; always in range. The values are finite.
   */
  public static <T> Aggregate<T, ?> averageOfDoubles(Field<T, Double> value) {
    return new OfDoubles<>("avg", value, DoubleTotal::average);
  }

  /** The least value in {@link io.tidemark.core.row.ValueOrder}; all values are of one type. */
  public static <T> Aggregate<T, ?> min(Field<T, Object> value) {
    return new Extreme<>("min", value, -1);
  }

  /** The largest value in {@link io.tidemark.core.row.ValueOrder}; all values are of one type. */
  public static <T> Aggregate<T, ?> max(Field<T, Object> value) {
    return new Extreme<>("max", value, 1);
  }

  /** Several aggregates as one, whose result is the list of theirs. */
  public static <T> Aggregate<T, ?> composite(
      String name, List<? extends Aggregate<? super T, ?>> parts) {
    return new Composite<T>(name, parts);
  }
}
