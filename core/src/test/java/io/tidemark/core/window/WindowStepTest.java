package io.tidemark.core.window;

import static io.tidemark.core.window.ReadingWindows.fire;
import static io.tidemark.core.window.ReadingWindows.hopping;
import static io.tidemark.core.window.ReadingWindows.print;
import static io.tidemark.core.window.ReadingWindows.put;
import static io.tidemark.core.window.ReadingWindows.step;
import static io.tidemark.core.window.ReadingWindows.tumbling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.time.Time;
import io.tidemark.core.window.ReadingWindows.Reading;
import io.tidemark.core.window.Windows.Closed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When windows fire, and in which order; times are ticks. */
class WindowStepTest {
  @Test
  void aWindowIsFinalWhenProgressReachesItsEnd() {
    WindowStep<String, Reading> step = tumbling(10);
    put(step, "a", 9, 0, 10);

    assertThat(fire(step, 9)).isEmpty();
    assertThat(fire(step, 10)).containsExactly("0..10 a 2");
    assertThat(fire(step, 10)).isEmpty();
  }

  @Test
  void aWindowWithItsEndIsFinalBeyondIt() {
    WindowStep<String, Reading> step = step(new FixedWindows(10, 10, 0, Closed.RIGHT));
    put(step, "a", 10, 1);

    assertThat(step.nextDueMicros()).isEqualTo(11);
    assertThat(step.holdMicros()).isEqualTo(10);
    assertThat(fire(step, 10)).isEmpty();
    put(step, "a", 10);
    assertThat(fire(step, 11)).containsExactly("0..10 a 3");
  }

  @Test
  void rowsComeInTheOrderOfEndStartAndKey() {
    WindowStep<String, Reading> step = hopping(10, 5);
    put(step, "é", 12);
    put(step, "z", 3, 12);
    put(step, "a", 7);

    assertThat(fire(step, 100))
        .containsExactly(
            "-5..5 z 1",
            "0..10 a 1",
            "0..10 z 1",
            "5..15 a 1",
            "5..15 z 1",
            "5..15 é 1",
            "10..20 z 1",
            "10..20 é 1");
  }

  @Test
  void aBatchOfRowsEndsWhereItIsToldAndTheNextGoesOn() {
    WindowStep<String, Reading> step = hopping(10, 5);
    for (String sensor : List.of("c", "a", "b")) {
      put(step, sensor, 1, 6);
    }
    List<String> atOnce = new ArrayList<>();
    while (!step.isEmpty() && step.nextDueMicros() <= 100) {
      List<WindowResult<String>> rows = step.fire(100, 2);
      assertThat(rows).hasSizeBetween(1, 2);
      atOnce.addAll(print(rows));
    }

    assertThat(atOnce)
        .containsExactly(
            "-5..5 a 1",
            "-5..5 b 1",
            "-5..5 c 1",
            "0..10 a 2",
            "0..10 b 2",
            "0..10 c 2",
            "5..15 a 1",
            "5..15 b 1",
            "5..15 c 1");
  }

  @Test
  void aRowCarriesTheLastTimeOfItsWindow() {
    WindowStep<String, Reading> step = tumbling(10);
    put(step, "a", 3);

    assertThat(step.holdMicros()).isEqualTo(9);
    assertThat(step.resultTimeMicros(step.fire(10, 1).get(0))).isEqualTo(9);
  }

  @Test
  void valuesComeInTheOrderOfTheAggregatesAndMayBeNull() {
    WindowStep<String, Reading> step = tumbling(10);
    step.accept(1, new Reading("a", null));
    step.accept(1, "b", new Reading("a", 5L));

    List<WindowResult<String>> rows = step.fire(10, 10);

    assertThat(rows.get(0).values()).containsExactly(1L, null);
    assertThat(rows.get(1).key()).isEqualTo("b");
    assertThat(rows.get(1).values()).containsExactly(1L, 5L);
  }

  @Test
  void aSumThatOverflowsNamesStreamWindowAndKey() {
    WindowStep<String, Reading> step = tumbling(1_000_000);
    step.accept(1, new Reading("a", Long.MAX_VALUE));
    step.accept(2, new Reading("a", 1L));

    assertThatThrownBy(() -> step.fire(Time.MAX, 10))
        .isInstanceOf(SumOverflow.class)
        .hasMessageContaining("actual=9223372036854775808")
        .hasMessageContaining("stream=readings")
        .hasMessageContaining("window=1970-01-01T00:00:00Z..1970-01-01T00:00:01Z")
        .hasMessageContaining("key=a");
  }

  @Test
  void anElementBelowTheProgressThatFiredIsABrokenPromise() {
    WindowStep<String, Reading> step = tumbling(10);
    fire(step, 25);

    put(step, "a", 25);
    assertThatThrownBy(() -> put(step, "a", 24))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("stream=readings")
        .hasMessageContaining("assigned=1970-01-01T00:00:00.000024Z");
  }

  @Test
  void anEmptyStepHasNothingDueAndHoldsNothing() {
    WindowStep<String, Reading> step = tumbling(10);

    assertThat(step.isEmpty()).isTrue();
    assertThat(step.nextDueMicros()).isEqualTo(Time.MAX);
    assertThat(step.holdMicros()).isEqualTo(Time.MAX);
    assertThat(fire(step, Time.MAX)).isEmpty();
  }

  @Test
  void anElementBetweenTwoWindowsLeavesNothing() {
    WindowStep<String, Reading> step = hopping(3, 10);
    put(step, "a", 5, 12);

    assertThat(step.openEntries()).isEqualTo(1);
    assertThat(fire(step, Time.MAX)).containsExactly("10..13 a 1");
  }

  @Test
  void discardingDropsWhatIsOpenAndCountsItsRows() {
    WindowStep<String, Reading> step = hopping(10, 5);
    put(step, "a", 1, 6);
    put(step, "b", 1);

    assertThat(step.fire(5, 1)).hasSize(1);
    assertThat(step.discard()).isEqualTo(4);
    assertThat(step.isEmpty()).isTrue();
    assertThat(step.openEntries()).isZero();
    assertThat(step.unrecorded()).isZero();
  }

  @Test
  void partialResultsComeEachPeriodAndAreReplacedByTheFinalOne() {
    WindowStep<String, Reading> step =
        step(new PartialWindows(new FixedWindows(10, 10, 0, Closed.LEFT), 4));
    put(step, "a", 1, 5, 9, 12);
    put(step, "b", 5);

    assertThat(fire(step, 4)).containsExactly("0..4 a false");
    assertThat(fire(step, 100))
        .containsExactly(
            "0..8 a false",
            "0..8 b false",
            "0..10 a true",
            "0..10 b true",
            "10..14 a false",
            "10..18 a false",
            "10..20 a true");
  }

  @Test
  void partialResultsCountWhatHasComeByThen() {
    WindowStep<String, Reading> step =
        step(new PartialWindows(new FixedWindows(10, 10, 0, Closed.LEFT), 4));
    put(step, "a", 1, 5, 9);

    List<WindowResult<String>> rows = step.fire(100, 10);

    assertThat(rows).extracting(row -> row.values().get(1)).containsExactly(1L, 2L, 3L);
    assertThat(rows).extracting(step::resultTimeMicros).containsExactly(3L, 7L, 9L);
  }

  @Test
  void partialResultsOfHoppingWindowsAreOfEachOfThem() {
    WindowStep<String, Reading> step =
        step(new PartialWindows(new FixedWindows(10, 5, 0, Closed.LEFT), 5));
    put(step, "a", 1, 5, 13);

    assertThat(fire(step, 100))
        .containsExactly(
            "-5..5 a true",
            "0..5 a false",
            "0..10 a true",
            "5..10 a false",
            "5..15 a true",
            "10..15 a false",
            "10..20 a true");
  }

  @Test
  void partialResultsThatFitNoWindowsAreRefused() {
    assertThatThrownBy(() -> new PartialWindows(new FixedWindows(10, 5, 0, Closed.LEFT), 4))
        .hasMessageContaining("divides their size and hop")
        .hasMessageContaining("size=10, hop=5, actual=4 (microseconds)");
    assertThatThrownBy(() -> new PartialWindows(new FixedWindows(2_000_000, 1, 0, Closed.LEFT), 1))
        .hasMessageContaining("at most 1000000 periods");
    assertThatThrownBy(() -> new PartialWindows(new SessionWindows(5), 4))
        .hasMessageContaining("tumbling, hopping and calendar windows only");
    assertThatThrownBy(() -> new PartialWindows(new FixedWindows(10, 10, 0, Closed.LEFT), 0))
        .hasMessageContaining("above zero");
  }
}
