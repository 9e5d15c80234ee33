package io.tidemark.testkit.tester;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** The orders in which a few elements can arrive without one of them being out of order. */
public final class Orders {
  /** So many elements have at most 40 320 orders. */
  public static final int MOST = 8;

  private Orders() {}

  /**
   * Shows each order of the elements in which none comes further behind an earlier one than the
   * tolerance: what a pipeline with that tolerance gives is the same for all of them.
   *
   * <pre>{@code
   * Orders.within(Duration.ofSeconds(5), events, Event::time, order -> {
   *   var tester = …;
   *   order.forEach(source::put);
   *   tester.end();
   *   assertThat(tester.rows("out", Result.class)).isEqualTo(expected);
   * });
   * }</pre>
   *
   * <p>Where the test throws for an order, what it throws has that order as a suppressed error.
   *
   * @param elements at most {@link #MOST}
   * @throws IllegalArgumentException where there are more
   */
  public static <T> void within(
      Duration tolerance,
      List<T> elements,
      Function<? super T, Instant> time,
      Consumer<? super List<T>> test) {
    if (elements.size() > MOST) {
      throw new IllegalArgumentException(
          "too many elements for all their orders: expected=at most "
              + MOST
              + ", actual="
              + elements.size());
    }
    permute(new Permuting<>(tolerance, time, test), new ArrayList<>(), new ArrayList<>(elements));
  }

  private record Permuting<T>(
      Duration tolerance, Function<? super T, Instant> time, Consumer<? super List<T>> test) {
    void show(List<T> order) {
      try {
        test.accept(order);
      } catch (RuntimeException | Error e) {
        e.addSuppressed(new AssertionError("in the order " + order));
        throw e;
      }
    }

    boolean mayFollow(List<T> before, T next) {
      Instant earliest = time.apply(next).plus(tolerance);
      return before.stream().noneMatch(other -> time.apply(other).isAfter(earliest));
    }
  }

  private static <T> void permute(Permuting<T> of, List<T> order, List<T> left) {
    if (left.isEmpty()) {
      of.show(List.copyOf(order));
    }
    for (int i = 0; i < left.size(); i++) {
      T next = left.get(i);
      if (of.mayFollow(order, next)) {
        List<T> rest = new ArrayList<>(left);
        rest.remove(i);
        order.add(next);
        permute(of, order, rest);
        order.remove(order.size() - 1);
      }
    }
  }
}
