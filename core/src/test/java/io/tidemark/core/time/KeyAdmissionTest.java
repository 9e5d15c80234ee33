package io.tidemark.core.time;

import static io.tidemark.core.time.OnViolation.DROP;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** Times are ticks; out of order 5. */
class KeyAdmissionTest {
  private static final TimePolicy POLICY =
      TimePolicy.defaults().outOfOrder(Duration.of(5, ChronoUnit.MICROS));

  private static KeyAdmission admission() {
    return new KeyAdmission(POLICY, KeyState.INITIAL);
  }

  @Test
  void aNewKeyIsJudgedAgainstThePartitionsFloor() {
    KeyAdmission key = admission();

    assertThat(key.judge(Action.NONE, 79, 80, 85)).isEqualTo(Action.ADJUST_ORDER);
    assertThat(key.assignedMicros()).isEqualTo(80);
    assertThat(key.judgedAgainstMicros()).isEqualTo(80);
    assertThat(key.watermarkMicros()).isEqualTo(85);
  }

  @Test
  void aKeyIsJudgedAgainstItsOwnTimes() {
    KeyAdmission key = admission();
    key.judge(Action.NONE, 100, Time.MIN, 10);

    assertThat(key.watermarkMicros()).isEqualTo(95);
    assertThat(key.judge(Action.NONE, 95, 10, 20)).isEqualTo(Action.NONE);
    assertThat(key.judge(Action.NONE, 94, 20, 30)).isEqualTo(Action.ADJUST_ORDER);
    assertThat(key.assignedMicros()).isEqualTo(95);
    assertThat(key.judgedAgainstMicros()).isEqualTo(95);
  }

  @Test
  void whatThePartitionDidStandsUnlessTheOrderRuleChangesTheTimeAgain() {
    KeyAdmission key = admission();

    assertThat(key.judge(Action.ADJUST_LATE, 80, 10, 20)).isEqualTo(Action.ADJUST_LATE);
    assertThat(key.judge(Action.ADJUST_LATE, 60, 10, 20)).isEqualTo(Action.ADJUST_ORDER);
  }

  @Test
  void anEventDroppedForItsOrderRaisesTheWatermarkToTheFloorBeforeItOnly() {
    KeyAdmission key = new KeyAdmission(POLICY.onOutOfOrder(DROP), KeyState.INITIAL);

    assertThat(key.judge(Action.ADJUST_EARLY, 70, 80, 90)).isEqualTo(Action.DROP_ORDER);
    assertThat(key.watermarkMicros()).isEqualTo(80);
    assertThat(key.state()).isEqualTo(new KeyState(Time.MIN, 80));
  }

  @Test
  void anEventThePartitionDroppedRaisesTheWatermarkToTheFloorBeforeItOnly() {
    KeyAdmission key = admission();

    assertThat(key.judge(Action.DROP_EARLY, 1_000, 80, 80)).isEqualTo(Action.DROP_EARLY);
    assertThat(key.state()).isEqualTo(new KeyState(Time.MIN, 80));
  }

  @Test
  void aQuietKeyAdvancesWithThePartition() {
    KeyAdmission key = admission();
    key.judge(Action.NONE, 100, Time.MIN, 10);

    assertThat(key.raise(90)).isFalse();
    assertThat(key.raise(120)).isTrue();
    assertThat(key.judge(Action.NONE, 119, 90, 90)).isEqualTo(Action.ADJUST_ORDER);
    assertThat(key.judgedAgainstMicros()).isEqualTo(120);
  }
}
