package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.GoldenBytes;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.Windows.Closed;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Times are ticks. */
class WindowStepTest {
  private record Reading(String sensor, @Nullable Long value) {}

  private static WindowStep<String, Reading> step(Windows windows) {
    return new WindowStep<>(
        "readings",
        windows,
        KeySelector.ofValues(Reading::sensor),
        List.of(Aggregates.count(), Aggregates.sumOfLongs(Reading::value)));
  }

  private static WindowStep<String, Reading> tumbling(long size) {
    return step(new Windows(size, size, 0, Closed.LEFT));
  }

  private static WindowStep<String, Reading> hopping(long size, long hop) {
    return step(new Windows(size, hop, 0, Closed.LEFT));
  }

  private static void put(WindowStep<String, Reading> step, String sensor, long... times) {
    for (long micros : times) {
      step.accept(micros, new Reading(sensor, micros));
    }
  }

  /** The rows as {@code start..end key count}. */
  private static List<String> fire(WindowStep<String, Reading> step, long progressMicros) {
    return print(step.fire(progressMicros, 1_000));
  }

  private static List<String> print(List<WindowResult<String>> rows) {
    List<String> printed = new ArrayList<>();
    for (WindowResult<String> row : rows) {
      printed.add(
          bound(row.startMicros())
              + ".."
              + bound(row.endMicros())
              + " "
              + row.key()
              + " "
              + row.values().get(0));
    }
    return printed;
  }

  private static String bound(long micros) {
    return Time.isFinite(micros) ? Long.toString(micros) : Time.format(micros);
  }

  private static byte[] all(WindowStep<String, Reading> step) {
    return Bytes.write(step::writeAll);
  }

  private static byte[] delta(WindowStep<String, Reading> step) {
    return Bytes.write(step::writeDelta);
  }

  private static void read(WindowStep<String, Reading> step, byte[] bytes) {
    Bytes.<Object>read(
        bytes,
        in -> {
          step.readInto(in);
          return step;
        });
  }

  @Nested
  class Firing {
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
      WindowStep<String, Reading> step = step(new Windows(10, 10, 0, Closed.RIGHT));
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
  }

  @Nested
  class AtTheEdges {
    @Test
    void timesBefore1970FallIntoTheirWindows() {
      WindowStep<String, Reading> step = tumbling(10);
      put(step, "a", -1, -10, -11);

      assertThat(fire(step, 0)).containsExactly("-20..-10 a 1", "-10..0 a 2");

      WindowStep<String, Reading> moved = step(new Windows(10, 10, 3, Closed.LEFT));
      put(moved, "a", -1, -10, -11);

      assertThat(fire(moved, 10)).containsExactly("-17..-7 a 2", "-7..3 a 1");
    }

    @Test
    void aTimeNearTheEndOfTheAxisFiresAtTheEndOfInputOnly() {
      WindowStep<String, Reading> step = tumbling(10);
      put(step, "a", 5, Time.MAX - 7);

      assertThat(fire(step, 50)).containsExactly("0..10 a 1");
      assertThat(step.isEmpty()).isFalse();
      assertThat(step.nextDueMicros()).isEqualTo(Time.MAX);
      assertThat(step.holdMicros()).isEqualTo(Time.MAX - 1);
      assertThat(fire(step, Time.MAX - 1)).isEmpty();
      assertThat(fire(step, Time.MAX)).containsExactly("9223372036854775800..+inf a 1");
      assertThat(step.isEmpty()).isTrue();
    }

    @Test
    void overlappingWindowsBeyondTheEndOfTheAxisStayApart() {
      WindowStep<String, Reading> step = step(new Windows(10, 5, 0, Closed.RIGHT));
      put(step, "a", Time.MAX - 1, Time.MAX - 8, Time.MIN + 1);

      assertThat(fire(step, Time.MAX))
          .containsExactly(
              "-inf..-9223372036854775805 a 1",
              "-inf..-9223372036854775800 a 1",
              "9223372036854775790..9223372036854775800 a 1",
              "9223372036854775795..9223372036854775805 a 1",
              "9223372036854775800..+inf a 1",
              "9223372036854775805..+inf a 1");
    }

    @Test
    void aGapCostsNothing() {
      WindowStep<String, Reading> step = tumbling(10);
      put(step, "a", 5, 10_000_000_000L, 4_000_000_000_000_000_000L);

      assertThat(step.openEntries()).isEqualTo(3);
      assertThat(fire(step, Time.MAX)).hasSize(3);
    }
  }

  @Nested
  class Recovery {
    @Test
    void noRowFiresAgainAfterARestore() {
      WindowStep<String, Reading> step = hopping(10, 5);
      put(step, "a", 1, 7, 13, 22);
      byte[] before = delta(step);
      List<WindowResult<String>> emitted = step.fire(20, 100);

      WindowStep<String, Reading> restored = hopping(10, 5);
      read(restored, before);
      emitted.forEach(restored::remove);

      assertThat(print(emitted))
          .containsExactly("-5..5 a 1", "0..10 a 2", "5..15 a 2", "10..20 a 1");
      assertThat(all(restored)).isEqualTo(all(step));
      assertThat(fire(restored, 21)).isEmpty();
      assertThat(fire(restored, 30)).containsExactly("15..25 a 1", "20..30 a 1");
    }

    @Test
    void aWindowThatFiredInPartGoesOnWhereItStopped() {
      WindowStep<String, Reading> step = hopping(10, 5);
      for (String sensor : List.of("a", "b", "c")) {
        put(step, sensor, 1, 7);
      }
      byte[] before = delta(step);
      List<WindowResult<String>> emitted = step.fire(100, 4);

      WindowStep<String, Reading> restored = hopping(10, 5);
      read(restored, before);
      emitted.forEach(restored::remove);

      assertThat(all(restored)).isEqualTo(all(step));
      assertThat(fire(restored, 10)).containsExactly("0..10 b 2", "0..10 c 2");
    }

    @Test
    void aWindowWhoseLastRowWasRemovedIsClosed() {
      WindowStep<String, Reading> step = hopping(10, 5);
      put(step, "a", 1, 7);
      byte[] before = delta(step);
      List<WindowResult<String>> emitted = step.fire(10, 100);

      WindowStep<String, Reading> restored = hopping(10, 5);
      read(restored, before);
      emitted.forEach(restored::remove);

      assertThat(restored.nextDueMicros()).isEqualTo(15);
      assertThat(restored.holdMicros()).isEqualTo(14);
    }

    @Test
    void aDeltaHoldsWhatChangedAndHasNotFired() {
      WindowStep<String, Reading> step = tumbling(10);
      put(step, "a", 1, 2, 15);
      put(step, "b", 15);
      assertThat(step.unrecorded()).isEqualTo(3);
      step.fire(10, 10);
      assertThat(step.unrecorded()).isEqualTo(2);
      delta(step);
      assertThat(step.unrecorded()).isZero();
      put(step, "b", 16);
      assertThat(step.unrecorded()).isEqualTo(1);

      WindowStep<String, Reading> expected = tumbling(10);
      put(expected, "b", 15, 16);
      assertThat(delta(step)).isEqualTo(all(expected));
    }

    @Test
    void rowsThatFiredBeforeTheDeltaAreNotInIt() {
      WindowStep<String, Reading> step = tumbling(10);
      put(step, "a", 1);
      put(step, "b", 1);
      step.fire(10, 1);

      WindowStep<String, Reading> expected = tumbling(10);
      put(expected, "b", 1);
      assertThat(step.unrecorded()).isEqualTo(1);
      assertThat(step.openEntries()).isEqualTo(1);
      assertThat(delta(step)).isEqualTo(all(expected));
    }

    @Test
    void aRestoredEntryReplacesOneOfTheSameWindowAndKey() {
      WindowStep<String, Reading> step = tumbling(10);
      put(step, "a", 1);
      byte[] first = delta(step);
      put(step, "a", 2, 3);
      byte[] second = delta(step);

      WindowStep<String, Reading> restored = tumbling(10);
      read(restored, first);
      read(restored, second);

      assertThat(restored.openEntries()).isEqualTo(1);
      assertThat(restored.unrecorded()).isZero();
      assertThat(fire(restored, 10)).containsExactly("0..10 a 3");
    }

    @Test
    void aWholeStateDoesNotDependOnTheOrderOfItsElements() {
      WindowStep<String, Reading> one = hopping(10, 4);
      WindowStep<String, Reading> other = hopping(10, 4);
      put(one, "a", 1, 9, 30);
      put(one, "b", 4);
      put(other, "b", 4);
      put(other, "a", 30, 9, 1);

      assertThat(all(one)).isEqualTo(all(other));
    }

    @Test
    void stateOfAnotherShapeIsRefused() {
      WindowStep<String, Reading> step = tumbling(10);
      put(step, "a", 1, 11);
      byte[] state = all(step);
      byte[] later = state.clone();
      later[0] = 2;
      byte[] wider = state.clone();
      wider[1] = 3;

      assertThatThrownBy(() -> read(tumbling(10), later)).hasMessageContaining("version");
      assertThatThrownBy(() -> read(tumbling(10), wider)).hasMessageContaining("aggregates");
      assertThatThrownBy(() -> read(tumbling(20), state)).hasMessageContaining("other windows");
    }

    @Test
    void theStateIsWrittenAsItAlwaysWas() throws IOException {
      WindowStep<String, Double> step = ofEveryAggregate();
      step.accept(-3, 0.1);
      step.accept(-3, 1e300);
      step.accept(4, -2.5);
      step.accept(7, 0.0);
      step.fire(0, 1);

      byte[] written = Bytes.write((DataOutput out) -> step.writeAll(out));
      String golden = HexFormat.of().formatHex(GoldenBytes.of("window-state"));
      assertThat(HexFormat.of().formatHex(written)).isEqualTo(golden);
      WindowStep<String, Double> restored = ofEveryAggregate();
      Bytes.<Object>read(
          GoldenBytes.of("window-state"),
          in -> {
            restored.readInto(in);
            return restored;
          });
      assertThat(restored.fire(Time.MAX, 100)).isEqualTo(step.fire(Time.MAX, 100));
    }

    private WindowStep<String, Double> ofEveryAggregate() {
      return new WindowStep<>(
          "numbers",
          new Windows(10, 5, 0, Closed.LEFT),
          KeySelector.ofValues(number -> number < 0 ? "below" : "above"),
          List.of(
              Aggregates.count(),
              Aggregates.sumOfLongs(Double::longValue),
              Aggregates.averageOfLongs(number -> null),
              Aggregates.sumOfDoubles(number -> number),
              Aggregates.averageOfDoubles(number -> number),
              Aggregates.min(number -> number),
              Aggregates.max(Object::toString),
              Aggregates.composite("two", List.of(Aggregates.count(), Aggregates.count()))));
    }
  }
}
