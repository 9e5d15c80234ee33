package io.tidemark.core.window;

import static io.tidemark.core.window.ReadingWindows.all;
import static io.tidemark.core.window.ReadingWindows.delta;
import static io.tidemark.core.window.ReadingWindows.fire;
import static io.tidemark.core.window.ReadingWindows.hopping;
import static io.tidemark.core.window.ReadingWindows.print;
import static io.tidemark.core.window.ReadingWindows.put;
import static io.tidemark.core.window.ReadingWindows.read;
import static io.tidemark.core.window.ReadingWindows.tumbling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.GoldenBytes;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.ReadingWindows.Reading;
import io.tidemark.core.window.Windows.Closed;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a step writes of its state, and what it is after it was read; times are ticks. */
class WindowRecoveryTest {
  @Test
  void noRowFiresAgainAfterARestore() {
    WindowStep<String, Reading> step = hopping(10, 5);
    put(step, "a", 1, 7, 13, 22);
    byte[] before = delta(step);
    List<WindowResult<String>> emitted = step.fire(20, 100);

    WindowStep<String, Reading> restored = hopping(10, 5);
    read(restored, before);
    emitted.forEach(restored::remove);

    assertThat(print(emitted)).containsExactly("-5..5 a 1", "0..10 a 2", "5..15 a 2", "10..20 a 1");
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
  void theStateIsWrittenAsItAlwaysWas() {
    WindowStep<String, Double> step = ofEveryAggregate();
    step.accept(-3, 0.1);
    step.accept(-3, 1e300);
    step.accept(4, -2.5);
    step.accept(7, 0.0);
    step.fire(0, 1);

    GoldenBytes.assertWritten("window-state", step::writeAll);
    WindowStep<String, Double> restored = ofEveryAggregate();
    GoldenBytes.<Object>read(
        "window-state",
        in -> {
          restored.readInto(in);
          return restored;
        });
    assertThat(restored.fire(Time.MAX, 100)).isEqualTo(step.fire(Time.MAX, 100));
  }

  private WindowStep<String, Double> ofEveryAggregate() {
    return new WindowStep<>(
        "numbers",
        new FixedWindows(10, 5, 0, Closed.LEFT),
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
