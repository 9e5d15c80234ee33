package io.tidemark.core.window;

import java.math.BigDecimal;
import java.math.RoundingMode;
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

  /**
   * The standard deviation of a sample of doubles, with one less than their number as the divisor:
   * from exact sums of the values and of their squares, rounded once to a {@code Double}, so it
   * depends on no order. Null over fewer than two values. Beyond the largest double it throws
   * {@link SumOverflow}. The values are finite.
   */
  public static <T> Aggregate<T, ?> stddevOfDoubles(Field<T, Double> value) {
    return new OfSpread<>(
        "stddev", value, Spread::add, spread -> spread.ofSample(Spread.DOUBLE_UNIT));
  }

  /** The standard deviation of a sample of longs, as {@link #stddevOfDoubles} has it. */
  public static <T> Aggregate<T, ?> stddevOfLongs(Field<T, Long> value) {
    return new OfSpread<>(
        "stddev", value, Spread::add, spread -> spread.ofSample(Spread.LONG_UNIT));
  }

  /**
   * The standard deviation of a population of doubles, with their number as the divisor: 0 over one
   * value, else as {@link #stddevOfDoubles} has it.
   */
  public static <T> Aggregate<T, ?> stddevPopulationOfDoubles(Field<T, Double> value) {
    return new OfSpread<>(
        "stddev_population", value, Spread::add, spread -> spread.ofPopulation(Spread.DOUBLE_UNIT));
  }

  /** The standard deviation of a population of longs, likewise. */
  public static <T> Aggregate<T, ?> stddevPopulationOfLongs(Field<T, Long> value) {
    return new OfSpread<>(
        "stddev_population", value, Spread::add, spread -> spread.ofPopulation(Spread.LONG_UNIT));
  }

  /**
   * The percentile of nearest rank: the least of the values such that at least that share of them
   * is not above it, in {@link io.tidemark.core.row.ValueOrder}. It is a value that came, of any
   * one type, never one between two. Exact, so it keeps every distinct value with its count until
   * the window fires.
   *
   * @param share from 0, which gives the least value, to 1, which gives the largest; 0.5 is the
   *     (lower) median
   */
  public static <T> Aggregate<T, ?> percentile(double share, Field<T, Object> value) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "a percentile's share is from 0 to 1: expected=0.95 for the 95th, actual=" + share);
    }
    // As it is printed: 0.07 of 100 is 7, whatever is nearest to 0.07 in binary.
    BigDecimal decimal = BigDecimal.valueOf(share);
    return new OfValues<>(
        "percentile", value, values -> values.ranked(Math.max(1, rank(decimal, values.size()))));
  }

  private static long rank(BigDecimal share, long size) {
    return share.multiply(BigDecimal.valueOf(size)).setScale(0, RoundingMode.CEILING).longValue();
  }

  /**
   * How many distinct values there are, exactly: a {@code Long}. It keeps each of them until the
   * window fires.
   */
  public static <T> Aggregate<T, ?> countDistinct(Field<T, Object> value) {
    return new OfValues<>("count_distinct", value, ValueCounts::distinct);
  }

  /**
   * All values as a list in {@link io.tidemark.core.row.ValueOrder}, the same one as often as it
   * came; all are of one type. It keeps each distinct one with its count until the window fires.
   */
  public static <T> Aggregate<T, ?> collect(Field<T, Object> value) {
    return new OfValues<>("collect", value, ValueCounts::all);
  }

  /** The largest values as a list, the largest first, the same one as often as it came. */
  public static <T> Aggregate<T, ?> topN(int most, Field<T, Object> value) {
    return topN(most, value, value);
  }

  /**
   * Something of the elements in which a value is largest, as a list, the largest first. Where the
   * value is the same, what is taken decides, the least first. It keeps no more elements than it
   * gives.
   *
   * @param most how many elements at most; above zero
   * @param by the value that ranks an element; one without it is skipped
   * @param taken what stands in the list; null where an element has none
   */
  public static <T> Aggregate<T, ?> topN(int most, Field<T, Object> by, Field<T, Object> taken) {
    return new Top<>(most, by, taken);
  }

  /**
   * The value of the first element that has one: the first in canonical order, by assigned time,
   * then source or stream, partition and offset, whatever the order in which elements came. It
   * keeps the value with its position.
   */
  public static <T> Aggregate<T, ?> first(Field<T, Object> value) {
    return new Edge<>("first", value, -1);
  }

  /** The value of the last element that has one, likewise. */
  public static <T> Aggregate<T, ?> last(Field<T, Object> value) {
    return new Edge<>("last", value, 1);
  }

  /** Several aggregates as one, whose result is the list of theirs. */
  public static <T> Aggregate<T, ?> composite(
      String name, List<? extends Aggregate<? super T, ?>> parts) {
    return new Composite<T>(name, parts);
  }
}
