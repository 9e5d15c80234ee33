package io.tidemark.core.time;

import static io.tidemark.core.time.Admissions.POLICY;
import static io.tidemark.core.time.Admissions.admission;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What raises a partition's progress besides the times of its events. Times are ticks; early 50,
 * late 20, out of order 5 where nothing else is said.
 */
class AdmissionProgressTest {
  @Nested
  class TheFloorLine {
    @Test
    void runsBeforeAnEventThatIsThenDropped() {
      PartitionAdmission admission = admission(POLICY);
      admission.judge(500, 200);
      admission.judge(500, 300);

      assertThat(admission.floorBeforeMicros()).isEqualTo(180);
      assertThat(admission.floorAfterMicros()).isEqualTo(180);
      assertThat(admission.progressMicros()).isEqualTo(180);
    }

    @Test
    void runsAgainAfterAnAcceptedEventWithItsArrival() {
      PartitionAdmission admission = admission(POLICY);
      admission.judge(90, 100);

      assertThat(admission.floorBeforeMicros()).isEqualTo(Time.MIN);
      assertThat(admission.floorAfterMicros()).isEqualTo(85);
      admission.judge(181, 200);
      assertThat(admission.floorAfterMicros()).isEqualTo(180);
    }

    @Test
    void goesByTheLargestArrivalNotTheLatest() {
      PartitionAdmission admission = admission(POLICY);
      admission.judge(110, 200);
      admission.judge(180, 100); // early, dropped
      admission.judge(180, 180);

      assertThat(admission.lastArrivalMicros()).isEqualTo(200);
      assertThat(admission.progressMicros()).isEqualTo(180);
    }
  }

  @Nested
  class ByArrivalTime {
    private final PartitionAdmission admission = admission(POLICY.byArrival());

    @Test
    void theTimeIsTheLargestArrivalSoFarAndNoRuleApplies() {
      assertThat(admission.judge(-5, 100)).isEqualTo(Action.NONE);
      assertThat(admission.assignedMicros()).isEqualTo(100);
      assertThat(admission.judge(999_999, 40)).isEqualTo(Action.NONE);
      assertThat(admission.assignedMicros()).isEqualTo(100);
      assertThat(admission.progressMicros()).isEqualTo(100);
    }

    @Test
    void theTimeIsNotBelowARecordedRaise() {
      admission.judge(0, 100);
      admission.raise(130);

      assertThat(admission.judge(0, 110)).isEqualTo(Action.NONE);
      assertThat(admission.assignedMicros()).isEqualTo(130);
      assertThat(admission.floorBeforeMicros()).isEqualTo(130);
      assertThat(admission.state()).isEqualTo(new AdmissionState(110, Time.MIN, 130, 130));
    }

    @Test
    void anEstimateStaysTheLateBoundBehind() {
      admission.judge(0, 100);

      assertThat(admission.estimate(120)).isFalse();
      assertThat(admission.estimate(150)).isTrue();
      assertThat(admission.progressMicros()).isEqualTo(130);
    }
  }

  @Nested
  class AnEstimate {
    private final PartitionAdmission admission = admission(POLICY);

    @Test
    void raisesProgressToTheLateBoundBehindIt() {
      admission.judge(100, 100);

      assertThat(admission.wouldMove(115)).isFalse();
      assertThat(admission.estimate(115)).isFalse();
      assertThat(admission.wouldMove(116)).isTrue();
      assertThat(admission.estimate(116)).isTrue();
      assertThat(admission.progressMicros()).isEqualTo(96);
    }

    @Test
    void neverTouchesTheLastArrival() {
      admission.judge(100, 100);
      admission.estimate(1_000);

      assertThat(admission.lastArrivalMicros()).isEqualTo(100);
      assertThat(admission.judge(970, 990)).isEqualTo(Action.ADJUST_ORDER);
      assertThat(admission.assignedMicros()).isEqualTo(980);
      assertThat(admission.lastArrivalMicros()).isEqualTo(990);
    }

    @Test
    void startsAPartitionThatNeverDelivered() {
      assertThat(admission.estimate(100)).isTrue();
      assertThat(admission.progressMicros()).isEqualTo(80);
    }

    @Test
    void movesNothingWithoutALateBoundOrAnArrivalFloor() {
      for (TimePolicy policy :
          new TimePolicy[] {POLICY.lateUnbounded(), POLICY.arrivalFloor(false)}) {
        PartitionAdmission still = admission(policy);

        assertThat(still.wouldMove(1_000)).isFalse();
        assertThat(still.estimate(1_000)).isFalse();
        assertThat(still.progressMicros()).isEqualTo(Time.MIN);
      }
    }
  }

  @Nested
  class ARecordedFloor {
    @Test
    void raisesProgressAndIsNoErrorWhenItIsLower() {
      PartitionAdmission admission = admission(POLICY.lateUnbounded());

      assertThat(admission.raise(50)).isTrue();
      assertThat(admission.raise(40)).isFalse();
      assertThat(admission.raise(50)).isFalse();
      assertThat(admission.progressMicros()).isEqualTo(50);
      assertThat(admission.judge(49, 100)).isEqualTo(Action.ADJUST_ORDER);
    }
  }
}
