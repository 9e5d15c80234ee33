package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.GoldenBytes;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sliding and count windows, and sessions with a maximum; times are ticks. */
class MomentStepTest {
  private static Windowing<String, Long> step(Windows windows) {
    return Windowing.of(
        "moments",
        windows,
        KeySelector.ofValues(number -> number < 1_000 ? "a" : "b"),
        List.of(Aggregates.count()));
  }

  private static void put(Windowing<String, Long> step, long... times) {
    for (long time : times) {
      step.accept(time, "a", "a".hashCode(), time);
    }
  }

  private static List<String> fire(Windowing<String, Long> step, long progress) {
    List<String> rows = new ArrayList<>();
    for (WindowResult<String> row : step.fire(progress, 100)) {
      rows.add(
          "%s..%s @%s %s"
              .formatted(
                  row.startMicros(),
                  row.endMicros(),
                  step.resultTimeMicros(row),
                  row.values().get(0)));
    }
    return rows;
  }

  private static List<String> all(Windows windows, long... times) {
    Windowing<String, Long> step = step(windows);
    put(step, times);
    return fire(step, Time.MAX);
  }

  @Test
  void aSlidingWindowGivesARowWhereAnElementEntersAndWhereOneLeavesOthers() {
    SlidingWindows windows = new SlidingWindows(10, true);

    assertThat(all(windows, 0, 4, 30))
        .containsExactly("-10..0 @0 1", "-6..4 @4 2", "0..10 @10 1", "20..30 @30 1");
    assertThat(all(windows.onEnterOnly(), 0, 4, 30))
        .containsExactly("-10..0 @0 1", "-6..4 @4 2", "20..30 @30 1");
  }

  @Test
  void oneThatEntersAsAnotherLeavesGivesOneRow() {
    assertThat(all(new SlidingWindows(10, true), 0, 10))
        .containsExactly("-10..0 @0 1", "0..10 @10 1");
  }

  @Test
  void aSlidingWindowIsFinalBeyondItsEnd() {
    Windowing<String, Long> step = step(new SlidingWindows(10, true));
    put(step, 5);

    assertThat(step.holdMicros()).isEqualTo(5);
    assertThat(step.nextDueMicros()).isEqualTo(6);
    assertThat(fire(step, 5)).isEmpty();
    put(step, 5);
    assertThat(fire(step, 6)).containsExactly("-5..5 @5 2");
    assertThat(step.isEmpty()).isTrue();
    put(step, 12);
    assertThat(fire(step, 100)).containsExactly("2..12 @12 3", "5..15 @15 1");
  }

  @Test
  void whatHasLeftIsForgotten() {
    Windowing<String, Long> step = step(new SlidingWindows(10, true));
    put(step, 0);
    step.accept(20, "b", "b".hashCode(), 20L);
    assertThat(fire(step, 1)).hasSize(1);
    assertThat(step.openEntries()).isEqualTo(2);

    assertThat(fire(step, 21)).containsExactly("10..20 @20 1");
    assertThat(step.openEntries()).isEqualTo(1);
  }

  @Test
  void aCountWindowStartsAtEachTimeAndEndsATickAfterTheLastOfItsTimes() {
    assertThat(all(new CountWindows(2), 0, 3, 3, 7)).containsExactly("0..4 @3 3", "3..8 @7 3");
    assertThat(all(new CountWindows(4), 0, 3, 3, 7)).isEmpty();
    assertThat(all(new CountWindows(1), 3, 3)).containsExactly("3..4 @3 2");
  }

  @Test
  void aCountWindowThatIsNotFullHoldsNothingAndWaits() {
    Windowing<String, Long> step = step(new CountWindows(2));
    put(step, 5);
    assertThat(step.isEmpty()).isTrue();
    assertThat(step.holdMicros()).isEqualTo(Time.MAX);

    put(step, 9);
    assertThat(step.holdMicros()).isEqualTo(9);
    put(step, 7);
    assertThat(step.holdMicros()).isEqualTo(7);
    assertThat(fire(step, 9)).containsExactly("5..8 @7 2");
    assertThat(fire(step, 10)).containsExactly("7..10 @9 2");
  }

  @Test
  void aSessionIsCutWhenItHasLastedForItsMaximum() {
    Windows exact = Windows.session(micros(10)).atMost(micros(15));

    assertThat(all(exact, 2, 10, 17, 30))
        .containsExactly("2..17 @16 2", "17..27 @27 1", "30..40 @40 1");
    assertThat(all(exact, 2, 10, 16)).containsExactly("2..17 @16 3");
    assertThat(all(exact, 2, 3)).containsExactly("2..13 @13 2");
  }

  @Test
  void aSessionThatEndsAtItsCutIsFinalThere() {
    Windowing<String, Long> step = step(Windows.session(micros(10)).atMost(micros(15)));
    put(step, 2, 7);

    assertThat(step.nextDueMicros()).isEqualTo(17);
    assertThat(fire(step, 17)).containsExactly("2..17 @16 2");
  }

  @Test
  void aSessionIsCutOnTheGridAtTheFirstMultipleOfTheMaximumThatFarAway() {
    Windows grid = Windows.session(micros(10)).atMost(micros(15)).cutOnGrid();

    assertThat(all(grid, 2, 10, 17, 26, 30)).containsExactly("2..30 @29 4", "30..40 @40 1");
    assertThat(all(grid, 0, 9, 15)).containsExactly("0..15 @14 2", "15..25 @25 1");
    assertThat(all(grid, -16, -10, -1, 0)).containsExactly("-16..0 @-1 3", "0..10 @10 1");
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }

  @Test
  void timesAtTheEndsOfTheAxisBreakNothing() {
    long first = Time.MIN + 1;
    long last = Time.MAX - 1;

    assertThat(all(new SlidingWindows(10, true), first, last))
        .containsExactly(
            Time.MIN + ".." + first + " @" + first + " 1",
            (last - 10) + ".." + last + " @" + last + " 1");
    assertThat(all(new CountWindows(2), first, last))
        .containsExactly(first + ".." + Time.MAX + " @" + last + " 2");
    assertThat(all(new LimitedSessionWindows(10, 20, true), last))
        .containsExactly(last + ".." + Time.MAX + " @" + last + " 1");
  }

  @Test
  void discardingCountsTheRowsThatWereToCome() {
    Windowing<String, Long> step = step(new SlidingWindows(10, true));
    put(step, 0, 4);

    assertThat(step.discard()).isEqualTo(3);
    assertThat(step.isEmpty()).isTrue();
    assertThat(step.openEntries()).isZero();
    assertThat(step.unrecorded()).isZero();
  }

  @Test
  void anElementBelowTheProgressThatFiredIsABrokenPromise() {
    Windowing<String, Long> step = step(new CountWindows(1));
    fire(step, 25);

    put(step, 25);
    assertThatThrownBy(() -> put(step, 24))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("stream=moments");
  }

  @Test
  void theStateIsWrittenAsItAlwaysWas() {
    Windowing<String, Long> step = step(new SlidingWindows(10, true));
    put(step, 0, 4, 4, 30);
    step.accept(7, "b", "b".hashCode(), 7L);
    fire(step, 6);

    GoldenBytes.assertWritten("moment-state", step::writeAll);
    Windowing<String, Long> restored = step(new SlidingWindows(10, true));
    Bytes.<Object>read(
        GoldenBytes.of("moment-state"),
        in -> {
          restored.readInto(in);
          return restored;
        });
    assertThat(fire(restored, 1_000)).containsExactly("-3..7 @7 1", "0..10 @10 2", "20..30 @30 1");
    byte[] other = GoldenBytes.of("moment-state");
    other[0] = 1;
    assertThatThrownBy(
            () ->
                Bytes.<Object>read(
                    other,
                    in -> {
                      restored.readInto(in);
                      return restored;
                    }))
        .hasMessageContaining("another version");
  }

  @Test
  void aSizeThatIsNoneIsRefused() {
    assertThatThrownBy(() -> Windows.sliding(Duration.ZERO)).hasMessageContaining("above zero");
    assertThatThrownBy(() -> Windows.count(0)).hasMessageContaining("above zero");
    assertThatThrownBy(() -> Windows.session(micros(1)).atMost(Duration.ZERO))
        .hasMessageContaining("above zero");
  }
}
