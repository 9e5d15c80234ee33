package io.tidemark.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimePolicyTest {
  private static final TimePolicy DEFAULTS = TimePolicy.defaults();

  @Test
  void theDefaultsAreThoseOfTheRules() {
    assertThat(DEFAULTS.early())
        .isEqualTo(new TimePolicy.Rule(Duration.ofMinutes(5), OnViolation.DROP));
    assertThat(DEFAULTS.late())
        .isEqualTo(new TimePolicy.Rule(Duration.ofSeconds(5), OnViolation.ADJUST));
    assertThat(DEFAULTS.order()).isEqualTo(new TimePolicy.Rule(Duration.ZERO, OnViolation.ADJUST));
    assertThat(DEFAULTS.basis()).isEqualTo(TimePolicy.Basis.EVENT_TIME);
    assertThat(DEFAULTS.limitByArrival()).isFalse();
    assertThat(DEFAULTS.idleTick()).isEqualTo(Duration.ofSeconds(1));
    assertThat(DEFAULTS.hasArrivalFloor()).isTrue();
  }

  @Test
  void eachSettingChangesNothingElse() {
    TimePolicy changed =
        DEFAULTS
            .early(Duration.ofMinutes(1), OnViolation.ADJUST)
            .late(Duration.ofMinutes(2), OnViolation.DROP)
            .outOfOrder(Duration.ofMinutes(3), OnViolation.DROP)
            .arrivalFloor(false)
            .limitByArrival(true)
            .idleTick(Duration.ofMillis(100));

    assertThat(changed.backfill().basis()).isEqualTo(TimePolicy.Basis.BACKFILL);
    assertThat(changed.byArrival().basis()).isEqualTo(TimePolicy.Basis.ARRIVAL_TIME);
    assertThat(
            changed
                .early(Duration.ofMinutes(5))
                .onEarly(OnViolation.DROP)
                .late(Duration.ofSeconds(5))
                .onLate(OnViolation.ADJUST)
                .outOfOrder(Duration.ZERO)
                .onOutOfOrder(OnViolation.ADJUST)
                .arrivalFloor(true)
                .limitByArrival(false)
                .idleTick(Duration.ofSeconds(1)))
        .isEqualTo(DEFAULTS.arrivalFloor(true));
    assertThat(changed.earlyOff().early()).isEqualTo(new TimePolicy.Rule(null, OnViolation.ADJUST));
    assertThat(changed.lateUnbounded().late())
        .isEqualTo(new TimePolicy.Rule(null, OnViolation.DROP));
  }

  @Test
  void theArrivalFloorFollowsWhereTimesComeFromUnlessItIsSet() {
    assertThat(DEFAULTS.backfill().hasArrivalFloor()).isFalse();
    assertThat(DEFAULTS.arrivalFloor(true).backfill().hasArrivalFloor()).isTrue();
    assertThat(DEFAULTS.arrivalFloor(false).hasArrivalFloor()).isFalse();
    assertThat(DEFAULTS.lateUnbounded().arrivalFloor(true).hasArrivalFloor()).isFalse();
    assertThat(DEFAULTS.byArrival().arrivalFloor(false).hasArrivalFloor()).isTrue();
  }

  @Test
  void idleProgressNeedsTheArrivalFloorAndALateBound() {
    assertThat(DEFAULTS.hasIdleProgress()).isTrue();
    assertThat(DEFAULTS.byArrival().hasIdleProgress()).isTrue();
    assertThat(DEFAULTS.byArrival().lateUnbounded().hasIdleProgress()).isFalse();
    assertThat(DEFAULTS.lateUnbounded().hasIdleProgress()).isFalse();
    assertThat(DEFAULTS.arrivalFloor(false).hasIdleProgress()).isFalse();
  }

  @Test
  void aDurationThatIsNoToleranceIsRefusedByName() {
    assertThatThrownBy(() -> DEFAULTS.early(Duration.ofSeconds(-1)))
        .hasMessageContaining("early is out of range")
        .hasMessageContaining("actual=PT-1S");
    assertThatThrownBy(() -> DEFAULTS.late(Duration.ofNanos(1_500)))
        .hasMessageContaining("late is out of range")
        .hasMessageContaining("whole microseconds");
    assertThatThrownBy(() -> DEFAULTS.outOfOrder(Duration.ofDays(100_000_001)))
        .hasMessageContaining("out-of-order is out of range");
    assertThatThrownBy(() -> DEFAULTS.idleTick(Duration.ZERO))
        .hasMessageContaining("idle-tick is too short");
  }

  @Test
  void onlyEarlyEventsMayPass() {
    assertThat(DEFAULTS.onEarly(OnViolation.PASS).early().action()).isEqualTo(OnViolation.PASS);
    assertThatThrownBy(() -> DEFAULTS.onLate(OnViolation.PASS))
        .hasMessageContaining("on-late")
        .hasMessageContaining("DROP or ADJUST");
    assertThatThrownBy(() -> DEFAULTS.onOutOfOrder(OnViolation.PASS))
        .hasMessageContaining("on-out-of-order");
  }
}
