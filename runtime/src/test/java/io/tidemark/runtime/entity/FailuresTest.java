package io.tidemark.runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.EntityId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailuresTest {
  private static final EntityId ID = new EntityId.Sink("out");

  private final Failures failures =
      new Failures(
          RuntimeSettings.defaults().withBackoff(Duration.ofMillis(500), Duration.ofSeconds(3), 5));

  @Test
  void doublesTheWaitUpToTheLargest() {
    assertThat(failures.backoff(ID, 0)).isZero();
    long[] millis = {500, 1000, 2000, 3000, 3000};
    for (int i = 0; i < millis.length; i++) {
      assertThat(failures.failed(ID, 0)).isEqualTo(i == 4);
      assertThat(failures.backoff(ID, 0)).isEqualTo(Duration.ofMillis(millis[i]));
    }
    assertThat(failures.backoff(ID, 2_000_000)).isEqualTo(Duration.ofSeconds(1));
    assertThat(failures.backoff(ID, 3_000_000)).isZero();
  }

  @Test
  void waitsNoLongerThanTheLargestWhenTheClockIsSetBack() {
    failures.failed(ID, 1_000_000_000_000L);
    assertThat(failures.backoff(ID, 0)).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void beginsAnewAfterASuccess() {
    failures.failed(ID, 0);
    failures.failed(ID, 0);
    failures.succeeded(ID);
    assertThat(failures.backoff(ID, 0)).isZero();
    failures.failed(ID, 0);
    assertThat(failures.backoff(ID, 0)).isEqualTo(Duration.ofMillis(500));
  }
}
