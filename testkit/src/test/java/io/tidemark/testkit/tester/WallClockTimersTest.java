package io.tidemark.testkit.tester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.row.Codecs;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.transform.Transformation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timers that wait for the clock, while progress waits for them. */
class WallClockTimersTest {
  private static final Instant NOON = Instant.parse("2024-01-01T12:00:00Z");
  private static final Instant CLOCK = Instant.parse("2024-01-01T00:00:00Z");

  /** An order, and what is to be done with it. */
  record Order(String customer, Instant time, String what) {}

  record Late(String customer, int orders, Instant held) {}

  /** Counts orders; {@code wait SECONDS} asks for the count by the clock. */
  static final class Overdue implements Transform<String, Order, Integer, Late> {
    @Override
    public Integer onElement(
        @Nullable Integer orders, Order order, TransformContext<String, Late> context) {
      String[] words = order.what.split(" ", -1);
      switch (words[0]) {
        case "wait" -> context.setWallClockTimer(CLOCK.plusSeconds(Long.parseLong(words[1])));
        case "named" ->
            context.setWallClockTimer("named", CLOCK.plusSeconds(Long.parseLong(words[1])));
        case "hold" ->
            context.setWallClockTimer(
                "held",
                CLOCK.plusSeconds(Long.parseLong(words[1])),
                order.time.plusSeconds(Long.parseLong(words[2])));
        case "arrived" ->
            context.setWallClockTimer(
                context.arrivalTime().orElseThrow().plusSeconds(Long.parseLong(words[1])));
        case "replace" -> context.setTimer("named", order.time);
        case "delete" -> context.deleteWallClockTimer(CLOCK.plusSeconds(Long.parseLong(words[1])));
        default -> {
          // It counts.
        }
      }
      return orders == null ? 1 : orders + 1;
    }

    @Override
    public @Nullable Integer onTimer(
        @Nullable Integer orders, Timer timer, TransformContext<String, Late> context) {
      context.emit(new Late(context.key(), orders == null ? 0 : orders, context.time()));
      return orders;
    }
  }

  private static final Transformation<String, Order, Integer, Late> OVERDUE =
      Transformation.of(new Overdue(), Codecs.of(Integer.class), Late.class).wallClock();

  private static Order order(String customer, int second, String what) {
    return new Order(customer, NOON.plusSeconds(second), what);
  }

  private static Late late(String customer, int orders, int heldSecond) {
    return new Late(customer, orders, NOON.plusSeconds(heldSecond));
  }

  private final TransformTester<Order, Integer, Late> anna = TransformTester.of(OVERDUE, "anna");

  private void put(int second, String what) {
    anna.put(NOON.plusSeconds(second), order("anna", second, what));
  }

  @Test
  void runsWhenTheClockIsThereAndNotByProgress() {
    put(1, "wait 60");
    assertThat(anna.advance(NOON.plusSeconds(86_400))).isEmpty();
    assertThat(anna.timers())
        .containsExactly(new Timer(null, micros(CLOCK.plusSeconds(60)), Timer.Domain.WALL_CLOCK));
    assertThat(anna.advanceClock(CLOCK.plusSeconds(59))).isEmpty();
    assertThat(anna.advanceClock(CLOCK.plusSeconds(60))).containsExactly(late("anna", 1, 1));
    assertThat(anna.timers()).isEmpty();
  }

  private static long micros(Instant time) {
    return Math.multiplyExact(time.getEpochSecond(), 1_000_000L);
  }

  @Test
  void seesWhatProgressHasPassedAndNoMore() {
    put(1, "wait 60");
    put(2, "");
    put(9, "");
    anna.advance(NOON.plusSeconds(9));
    assertThat(anna.advanceClock(CLOCK.plusSeconds(60))).containsExactly(late("anna", 2, 1));
  }

  @Test
  void runsInTheOrderOfTheClock() {
    put(1, "wait 61");
    put(2, "wait 60");
    anna.advance(NOON.plusSeconds(3));
    assertThat(anna.advanceClock(CLOCK.plusSeconds(70)))
        .containsExactly(late("anna", 2, 2), late("anna", 2, 1));
  }

  @Test
  void isOneOfItsTimeAndOneOfItsName() {
    put(1, "wait 60");
    put(2, "wait 60");
    put(3, "named 10");
    put(4, "named 20");
    anna.advance(NOON.plusSeconds(5));
    assertThat(anna.advanceClock(CLOCK.plusSeconds(10))).isEmpty();
    assertThat(anna.advanceClock(CLOCK.plusSeconds(60)))
        .containsExactly(late("anna", 4, 4), late("anna", 4, 1));
  }

  @Test
  void isReplacedByATimerOfItsNameForAnEventTime() {
    put(1, "named 10");
    put(2, "replace");
    assertThat(anna.advance(NOON.plusSeconds(3))).containsExactly(late("anna", 2, 2));
    assertThat(anna.advanceClock(CLOCK.plusSeconds(10))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isSetAfterTheArrivalOfAnElement(boolean restarts) {
    TransformTester<Order, Integer, Late> tester =
        restarts
            ? TransformTester.restarting(OVERDUE, "anna", Codecs.of(Order.class))
            : TransformTester.of(OVERDUE, "anna");
    tester.put(NOON.plusSeconds(1), CLOCK, order("anna", 1, "arrived 60"));
    tester.put(NOON.plusSeconds(2), order("anna", 2, "arrived 60"));
    tester.advance(NOON.plusSeconds(3));

    assertThat(tester.advanceClock(CLOCK.plusSeconds(59))).isEmpty();
    assertThat(tester.advanceClock(CLOCK.plusSeconds(60))).containsExactly(late("anna", 2, 1));
    assertThat(tester.advanceClock(NOON.plusSeconds(61))).isEmpty();
    assertThat(tester.advanceClock(NOON.plusSeconds(62))).containsExactly(late("anna", 2, 2));
  }

  @Test
  void canBeDeleted() {
    put(1, "wait 60");
    put(2, "delete 60");
    anna.advance(NOON.plusSeconds(3));
    assertThat(anna.timers()).isEmpty();
    assertThat(anna.advanceClock(CLOCK.plusSeconds(60))).isEmpty();
  }

  @Test
  void runsAtTheEndOfAllInputSinceNothingFollows() {
    put(1, "wait 60");
    put(5, "");
    assertThat(anna.end()).containsExactly(late("anna", 2, 1));
  }

  @Test
  void isToBeDeclared() {
    TransformTester<Order, Integer, Late> undeclared = TransformTester.of(new Overdue(), "anna");
    undeclared.put(NOON, order("anna", 0, "wait 60"));
    assertThatThrownBy(() -> undeclared.advance(NOON.plusSeconds(1)))
        .hasStackTraceContaining("a timer by the clock is not declared")
        .hasStackTraceContaining(".wallClock()");
  }

  @Test
  void isWrittenDown() {
    Codec<Order> orders = Codecs.of(Order.class);
    TransformTester<Order, Integer, Late> restarting =
        TransformTester.restarting(OVERDUE, "anna", orders);
    for (String what : List.of("wait 60", "wait 60", "named 30", "hold 40 100", "")) {
      restarting.put(NOON, order("anna", 0, what));
    }
    restarting.advance(NOON.plusSeconds(1));
    assertThat(restarting.timers()).hasSize(3);
    assertThat(restarting.advanceClock(CLOCK.plusSeconds(60)))
        .containsExactly(late("anna", 5, 0), late("anna", 5, 100), late("anna", 5, 0));
  }

  // ---- whole pipelines

  private static SinkWriter<Late> noWriter() {
    throw new AssertionError("the tester writes");
  }

  private final TestSource<Order> orders = TestSource.of(Order.class);

  private void pipeline(PipelineDraft p) {
    p.source("orders", orders)
        .time(TimePolicy.eventTime(Order::time).outOfOrder(Duration.ZERO))
        .keyBy(Order::customer)
        .transform("late", OVERDUE)
        .toWriter("late", WallClockTimersTest::noWriter);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void holdsTheProgressOfItsResultsUntilItHasRun(boolean restarts) {
    PipelineTester tester =
        restarts ? PipelineTester.restarting(this::pipeline) : PipelineTester.of(this::pipeline);
    Instant due = tester.clock().plusSeconds(60);
    long second = Duration.between(CLOCK, due).toSeconds();
    orders.put(order("anna", 1, "wait " + second), order("ben", 2, "replace"));
    orders.put(order("carl", 9, ""));
    assertThat(tester.results("late", Late.class)).isEmpty();

    tester.advanceClock(Duration.between(tester.clock(), due));
    assertThat(tester.results("late", Late.class))
        .containsExactly(late("anna", 1, 1), late("ben", 1, 2));
  }

  @Test
  void mayHoldItLater() {
    PipelineTester tester = PipelineTester.of(this::pipeline);
    orders.put(order("anna", 1, "hold 86400 100"), order("ben", 2, "replace"));
    orders.put(order("carl", 9, ""));
    assertThat(tester.results("late", Late.class)).containsExactly(late("ben", 1, 2));
  }
}
