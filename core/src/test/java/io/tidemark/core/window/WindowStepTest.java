package io.tidemark.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.time.Time;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowStepTest {
  private static final KeySelector<String, String> BY_SELF = KeySelector.ofValues(word -> word);

  private static WindowStep<String, String> step(Windows windows) {
    return new WindowStep<>("words", windows, BY_SELF, List.of(Aggregates.count()));
  }

  private static Windows windows(long size, long hop) {
    return new Windows(size, hop, 0, Windows.Closed.LEFT);
  }

  @Test
  void aWindowFiresWhenProgressReachesItsEnd() {
    WindowStep<String, String> step = step(windows(10, 10));
    step.accept(9, "b");
    step.accept(0, "a");
    step.accept(10, "a");

    assertThat(step.nextDueMicros()).isEqualTo(10);
    assertThat(step.holdMicros()).isEqualTo(9);
    assertThat(step.fire(9, 100)).isEmpty();
    assertThat(step.fire(10, 100))
        .containsExactly(
            new WindowResult<>(0, 10, "a", List.of(1L)),
            new WindowResult<>(0, 10, "b", List.of(1L)));
    assertThat(step.nextDueMicros()).isEqualTo(20);
    assertThat(step.fire(Time.MAX, 100))
        .containsExactly(new WindowResult<>(10, 20, "a", List.of(1L)));
    assertThat(step.isEmpty()).isTrue();
  }
}
