package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.Outcome;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunSummaryTest {
  private static RunSummary summary(Outcome outcome, Ending whenStopped) {
    RunWatch watch = new RunWatch(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
    return RunSummary.of(outcome, whenStopped, watch, Duration.ZERO, false);
  }

  @Test
  void isAFailureWhereNobodyAskedTheRunToStop() {
    RunSummary stopped = summary(new Outcome.Stopped(), Ending.FAILED);

    assertThat(stopped.ending()).isEqualTo(Ending.FAILED);
    assertThat(stopped.reason()).isEqualTo("a fatal error, which is printed above");
  }

  @Test
  void isCompleteOrFailedWhateverAskedTheRunToStop() {
    assertThat(summary(new Outcome.Completed(), Ending.FAILED).ending()).isEqualTo(Ending.COMPLETE);
    assertThat(summary(new Outcome.Completed(), Ending.FAILED).reason()).isEmpty();
    Outcome failed = new Outcome.Failed(new EntityId.Sink("out"), "no room");
    assertThat(summary(failed, Ending.DRAINED).ending()).isEqualTo(Ending.FAILED);
    assertThat(summary(failed, Ending.DRAINED).reason()).isEqualTo("sink/out: no room");
  }

  @Test
  void isDrainedOrInterruptedAsItWasAsked() {
    RunSummary drained = summary(new Outcome.Stopped(), Ending.DRAINED);

    assertThat(drained.ending()).isEqualTo(Ending.DRAINED);
    assertThat(drained.reason()).isEmpty();
    assertThat(summary(new Outcome.Stopped(), Ending.INTERRUPTED).ending())
        .isEqualTo(Ending.INTERRUPTED);
  }
}
