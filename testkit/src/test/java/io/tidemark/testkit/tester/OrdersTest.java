package io.tidemark.testkit.tester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrdersTest {
  private static Instant at(int second) {
    return Instant.ofEpochSecond(second);
  }

  @Test
  void areThoseInWhichNothingIsFurtherBehindThanTheTolerance() {
    List<List<Integer>> seen = new ArrayList<>();

    Orders.within(Duration.ofSeconds(1), List.of(1, 2, 3), OrdersTest::at, seen::add);

    assertThat(seen).containsExactly(List.of(1, 2, 3), List.of(1, 3, 2), List.of(2, 1, 3));
  }

  @Test
  void areToldWhereATestFails() {
    Throwable thrown =
        catchThrowable(
            () ->
                Orders.within(
                    Duration.ofSeconds(1),
                    List.of(1, 2, 3),
                    OrdersTest::at,
                    order -> assertThat(order).startsWith(1)));

    assertThat(thrown).isInstanceOf(AssertionError.class);
    assertThat(thrown.getSuppressed())
        .singleElement()
        .isInstanceOf(AssertionError.class)
        .extracting(Throwable::getMessage)
        .isEqualTo("in the order [2, 1, 3]");
  }
}
