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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When sessions grow, merge and fire; times are ticks. */
class SessionStepTest {
  private record Visit(String who, long amount) {}

  private static Windowing<String, Visit> sessions(long gap) {
    return Windowing.of(
        "visits",
        new SessionWindows(gap),
        KeySelector.ofValues(Visit::who),
        List.of(Aggregates.count(), Aggregates.sumOfLongs(Visit::amount)));
  }

  private static void put(Windowing<String, Visit> step, String who, long... times) {
    for (long time : times) {
      step.accept(time, new Visit(who, time));
    }
  }

  private static List<String> fire(Windowing<String, Visit> step, long progress) {
    List<String> rows = new ArrayList<>();
    for (WindowResult<String> row : step.fire(progress, 100)) {
      rows.add(
          "%s..%s %s %s"
              .formatted(row.startMicros(), row.endMicros(), row.key(), row.values().get(0)));
    }
    return rows;
  }

  private static byte[] delta(Windowing<String, Visit> step) {
    return Bytes.write(step::writeDelta);
  }

  private static byte[] all(Windowing<String, Visit> step) {
    return Bytes.write(step::writeAll);
  }

  private static void read(Windowing<String, Visit> step, byte[] bytes) {
    Bytes.<Object>read(
        bytes,
        in -> {
          step.readInto(in);
          return step;
        });
  }

  @Test
  @DisplayName("14: sessions depend on where progress falls")
  void anElementAtExactlyTheGapExtendsWhereverProgressFalls() {
    Windowing<String, Visit> between = sessions(2);
    put(between, "a", 1);
    assertThat(fire(between, 3)).isEmpty();
    put(between, "a", 3);
    Windowing<String, Visit> after = sessions(2);
    put(after, "a", 1, 3);
    assertThat(fire(after, 3)).isEmpty();

    assertThat(fire(between, 100)).containsExactly("1..5 a 2").isEqualTo(fire(after, 100));
  }

  @Test
  @DisplayName("14: sessions depend on where progress falls: around the gap")
  void onlyAnElementBeyondTheGapStartsAnother() {
    for (long second : new long[] {9, 10, 11}) {
      Windowing<String, Visit> step = sessions(10);
      put(step, "a", second, 0);
      if (second <= 10) {
        assertThat(fire(step, 100)).containsExactly("0.." + (second + 10) + " a 2");
      } else {
        assertThat(fire(step, 100)).containsExactly("0..10 a 1", "11..21 a 1");
      }
    }
  }

  @Test
  void aSessionIsFinalBeyondItsEndAndItsTimeIsItsEnd() {
    Windowing<String, Visit> step = sessions(10);
    put(step, "a", 5);

    assertThat(step.holdMicros()).isEqualTo(15);
    assertThat(step.nextDueMicros()).isEqualTo(16);
    assertThat(fire(step, 15)).isEmpty();
    put(step, "a", 15);
    assertThat(step.nextDueMicros()).isEqualTo(26);
    List<WindowResult<String>> rows = step.fire(26, 10);
    assertThat(rows).containsExactly(new WindowResult<>(5, 25, "a", List.of(2L, 20L)));
    assertThat(step.resultTimeMicros(rows.get(0))).isEqualTo(25);
    assertThat(step.isEmpty()).isTrue();
    assertThat(step.holdMicros()).isEqualTo(Time.MAX);
  }

  @Test
  void anElementBetweenTwoSessionsMakesThemOneAndLeavesTheThird() {
    Windowing<String, Visit> step = sessions(10);
    put(step, "a", 0, 15, 40);
    assertThat(step.openEntries()).isEqualTo(3);

    put(step, "a", 8);

    assertThat(step.openEntries()).isEqualTo(2);
    assertThat(step.unrecorded()).isEqualTo(2);
    assertThat(fire(step, 100)).containsExactly("0..25 a 3", "40..50 a 1");
  }

  @Test
  void threeSessionsBecomeOneByTheElementsBetweenThem() {
    Windowing<String, Visit> step = sessions(10);
    put(step, "a", 40, 0, 20, 10, 30);

    assertThat(step.openEntries()).isEqualTo(1);
    assertThat(fire(step, 100)).containsExactly("0..50 a 5");
  }

  @Test
  void rowsComeInTheOrderOfEndStartAndKey() {
    Windowing<String, Visit> step = sessions(10);
    put(step, "b", 20, 12);
    put(step, "c", 20, 11);
    put(step, "a", 20, 12);
    put(step, "z", 1);

    assertThat(fire(step, 100))
        .containsExactly("1..11 z 1", "11..30 c 2", "12..30 a 2", "12..30 b 2");
  }

  @Test
  void sessionsAtTheEndOfTheAxisFireAtTheEndOfInputInOrderOfTheirStarts() {
    Windowing<String, Visit> step = sessions(10);
    put(step, "a", Time.MAX - 2);
    put(step, "b", Time.MAX - 3);
    put(step, "c", Time.MIN + 1);

    assertThat(fire(step, Time.MAX - 2))
        .containsExactly((Time.MIN + 1) + ".." + (Time.MIN + 11) + " c 1");
    assertThat(step.holdMicros()).isEqualTo(Time.MAX - 1);
    assertThat(fire(step, Time.MAX))
        .containsExactly(
            (Time.MAX - 3) + ".." + Time.MAX + " b 1", (Time.MAX - 2) + ".." + Time.MAX + " a 1");
  }

  @Test
  void aGapOfTimeCostsNothing() {
    Windowing<String, Visit> step = sessions(1);
    put(step, "a", 0, 10_000_000_000L);

    assertThat(fire(step, 9_000_000_000L)).containsExactly("0..1 a 1");
    assertThat(step.nextDueMicros()).isEqualTo(10_000_000_002L);
  }

  @Test
  void aMergedSessionReplacesInRecoveryThoseItWasMadeOf() {
    Windowing<String, Visit> step = sessions(10);
    put(step, "a", 0, 15, 60);
    byte[] first = delta(step);
    put(step, "a", 8);
    byte[] second = delta(step);

    Windowing<String, Visit> restored = sessions(10);
    read(restored, first);
    assertThat(restored.openEntries()).isEqualTo(3);
    read(restored, second);

    assertThat(all(restored)).isEqualTo(all(step));
    assertThat(fire(restored, 100)).containsExactly("0..25 a 3", "60..70 a 1");
  }

  @Test
  void aSessionThatFiredIsGoneAfterARecoveryHoweverSmallItWasRecorded() {
    Windowing<String, Visit> step = sessions(10);
    put(step, "a", 0, 15, 60);
    byte[] first = delta(step);
    put(step, "a", 8);
    List<WindowResult<String>> rows = step.fire(60, 10);
    byte[] second = delta(step);

    for (boolean deltaFirst : new boolean[] {true, false}) {
      Windowing<String, Visit> restored = sessions(10);
      read(restored, first);
      if (deltaFirst) {
        read(restored, second);
      }
      rows.forEach(restored::remove);
      if (!deltaFirst) {
        read(restored, second);
      }
      assertThat(fire(restored, 100)).containsExactly("60..70 a 1");
    }
  }

  @Test
  void aSumThatOverflowsNamesStreamWindowAndKey() {
    Windowing<String, Visit> step = sessions(1_000_000);
    step.accept(0, new Visit("a", Long.MAX_VALUE));
    step.accept(1, new Visit("a", 1));

    assertThatThrownBy(() -> step.fire(Time.MAX, 10))
        .isInstanceOf(SumOverflow.class)
        .hasMessageContaining("stream=visits")
        .hasMessageContaining("window=1970-01-01T00:00:00Z..1970-01-01T00:00:01.000001Z")
        .hasMessageContaining("key=a");
  }

  @Test
  void anElementBelowTheProgressThatFiredIsABrokenPromise() {
    Windowing<String, Visit> step = sessions(10);
    fire(step, 25);

    put(step, "a", 25);
    assertThatThrownBy(() -> put(step, "a", 24))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("stream=visits");
  }

  @Test
  void discardingDropsWhatIsOpenAndCountsItsRows() {
    Windowing<String, Visit> step = sessions(10);
    put(step, "a", 1, 40);
    put(step, "b", 1);

    assertThat(step.fire(20, 1)).hasSize(1);
    assertThat(step.discard()).isEqualTo(2);
    assertThat(step.isEmpty()).isTrue();
    assertThat(step.unrecorded()).isZero();
    assertThat(step.nextDueMicros()).isEqualTo(Time.MAX);
  }

  @Test
  void theStateIsWrittenAsItAlwaysWas() {
    Windowing<String, Visit> step = sessions(10);
    put(step, "b", -3, 4);
    put(step, "a", 4, 300);

    GoldenBytes.assertWritten("session-state", step::writeAll);
    Windowing<String, Visit> restored = sessions(10);
    read(restored, GoldenBytes.of("session-state"));
    assertThat(fire(restored, 1_000)).containsExactly("-3..14 b 2", "4..14 a 1", "300..310 a 1");
  }

  @Test
  void stateOfAnotherShapeIsRefused() {
    byte[] state = all(sessions(10));
    byte[] panes = state.clone();
    panes[0] = 1;
    byte[] wider = state.clone();
    wider[1] = 3;

    assertThatThrownBy(() -> read(sessions(10), panes)).hasMessageContaining("version");
    assertThatThrownBy(() -> read(sessions(10), wider)).hasMessageContaining("aggregates");
  }

  @Test
  void aGapThatIsNoneIsRefused() {
    assertThatThrownBy(() -> Windows.session(Duration.ZERO)).hasMessageContaining("above zero");
  }
}
