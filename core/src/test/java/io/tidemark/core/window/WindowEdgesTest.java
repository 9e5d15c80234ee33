package io.tidemark.core.window;

import static io.tidemark.core.window.ReadingWindows.fire;
import static io.tidemark.core.window.ReadingWindows.put;
import static io.tidemark.core.window.ReadingWindows.step;
import static io.tidemark.core.window.ReadingWindows.tumbling;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.time.Time;
import io.tidemark.core.window.ReadingWindows.Reading;
import io.tidemark.core.window.Windows.Closed;
import org.junit.jupiter.api.Test;

/** Times before 1970, near the ends of the axis and far apart; times are ticks. */
class WindowEdgesTest {
  @Test
  void timesBefore1970FallIntoTheirWindows() {
    WindowStep<String, Reading> step = tumbling(10);
    put(step, "a", -1, -10, -11);

    assertThat(fire(step, 0)).containsExactly("-20..-10 a 1", "-10..0 a 2");

    WindowStep<String, Reading> moved = step(new FixedWindows(10, 10, 3, Closed.LEFT));
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
    WindowStep<String, Reading> step = step(new FixedWindows(10, 5, 0, Closed.RIGHT));
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
