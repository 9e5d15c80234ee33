package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.GoldenBytes;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.ReadingWindows.Reading;
import io.tidemark.core.window.Windows.Closed;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Empty windows of a key after those with elements; times are ticks. */
class FilledStepTest {
  private static Windowing<String, Reading> step(long size, long hop, int inARow) {
    return Windowing.of(
        "filled",
        new FixedWindows(size, hop, 0, Closed.LEFT).withEmpty(inARow),
        KeySelector.ofValues(Reading::sensor),
        List.of(Aggregates.count(), Aggregates.sumOfLongs(Reading::value)));
  }

  private static void put(Windowing<String, Reading> step, String sensor, long... times) {
    for (long micros : times) {
      step.accept(micros, new Reading(sensor, micros));
    }
  }

  private static List<String> fire(Windowing<String, Reading> step, long progressMicros) {
    return ReadingWindows.print(step.fire(progressMicros, 1_000));
  }

  @Test
  void emptyWindowsComeFromTheFirstElementOnUpToTheNextOne() {
    Windowing<String, Reading> step = step(10, 10, 5);
    put(step, "a", 32, 61);

    assertThat(fire(step, 70))
        .containsExactly("30..40 a 1", "40..50 a 0", "50..60 a 0", "60..70 a 1");
  }

  @Test
  void countsOfAnEmptyWindowAreZeroAndAllElseIsNull() {
    Windowing<String, Reading> step = step(10, 10, 1);
    put(step, "a", 5);

    List<WindowResult<String>> rows = step.fire(Time.MAX, 10);

    assertThat(rows.get(1).values()).containsExactly(0L, null);
    assertThat(step.resultTimeMicros(rows.get(1))).isEqualTo(19);
  }

  @Test
  void anEmptyWindowComesWhenItIsFinalWhetherOrNotSomethingFollows() {
    Windowing<String, Reading> step = step(10, 10, 3);
    put(step, "a", 5);

    assertThat(fire(step, 19)).containsExactly("0..10 a 1");
    assertThat(step.holdMicros()).isEqualTo(19);
    assertThat(step.nextDueMicros()).isEqualTo(20);
    assertThat(fire(step, 20)).containsExactly("10..20 a 0");
  }

  @Test
  void aGapOfAnyLengthGivesNoMoreRowsThanTheNumber() {
    Windowing<String, Reading> step = step(1, 1, 3);
    put(step, "a", 0, 10_000_000_000L);

    assertThat(fire(step, Time.MAX))
        .containsExactly(
            "0..1 a 1",
            "1..2 a 0",
            "2..3 a 0",
            "3..4 a 0",
            "10000000000..10000000001 a 1",
            "10000000001..10000000002 a 0",
            "10000000002..10000000003 a 0",
            "10000000003..10000000004 a 0");
    assertThat(step.isEmpty()).isTrue();
    assertThat(step.openEntries()).isZero();
  }

  @Test
  void rowsOfAllKeysAreInOneOrder() {
    Windowing<String, Reading> step = step(10, 5, 1);
    put(step, "b", 1);
    put(step, "a", 11);

    assertThat(fire(step, 25))
        .containsExactly(
            "-5..5 b 1", "0..10 b 1", "5..15 a 1", "5..15 b 0", "10..20 a 1", "15..25 a 0");
  }

  @Test
  void aKeyThatWasForgottenBeginsAnewAlsoAfterARestart() {
    Windowing<String, Reading> step = step(10, 10, 1);
    put(step, "a", 1);
    put(step, "b", 1);
    fire(step, 10);
    byte[] first = Bytes.write(step::writeDelta);
    fire(step, 20);
    put(step, "b", 55);
    assertThat(step.unrecorded()).isEqualTo(3);
    byte[] second = Bytes.write(step::writeDelta);

    Windowing<String, Reading> restored = step(10, 10, 1);
    read(restored, first);
    read(restored, second);

    assertThat(Bytes.write(restored::writeAll)).isEqualTo(Bytes.write(step::writeAll));
    assertThat(fire(restored, 60)).containsExactly("50..60 b 1");
  }

  @Test
  void onlyWindowsWithElementsCountAsDiscarded() {
    Windowing<String, Reading> step = step(10, 10, 4);
    put(step, "a", 1, 55);
    fire(step, 10);

    assertThat(step.discard()).isEqualTo(1);
    assertThat(step.isEmpty()).isTrue();
  }

  @Test
  void theStateIsWrittenAsItAlwaysWas() {
    Windowing<String, Reading> step = step(10, 5, 4);
    put(step, "a", 1, 12);
    put(step, "b", 3);
    fire(step, 15);

    GoldenBytes.assertWritten("filled-state", step::writeAll);
    Windowing<String, Reading> restored = step(10, 5, 4);
    read(restored, GoldenBytes.of("filled-state"));
    assertThat(fire(restored, 25))
        .containsExactly("10..20 a 1", "10..20 b 0", "15..25 a 0", "15..25 b 0");
    byte[] other = GoldenBytes.of("filled-state");
    other[0] = 1;
    assertThatThrownBy(() -> read(restored, other)).hasMessageContaining("another version");
  }

  private static void read(Windowing<String, Reading> step, byte[] bytes) {
    Bytes.<Object>read(
        bytes,
        in -> {
          step.readInto(in);
          return step;
        });
  }

  @Test
  void aNumberOutOfRangeIsRefused() {
    FixedWindows windows = new FixedWindows(10, 10, 0, Closed.LEFT);

    for (int number : new int[] {-1, 0, FilledWindows.MOST + 1}) {
      assertThatThrownBy(() -> windows.withEmpty(number))
          .hasMessageContaining("expected=1 to 1000000, actual=" + number);
    }
  }
}
