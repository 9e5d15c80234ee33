package io.tidemark.core.time;

import static io.tidemark.core.time.OnViolation.ADJUST;
import static io.tidemark.core.time.OnViolation.DROP;
import static io.tidemark.core.time.OnViolation.PASS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.GoldenBytes;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Times are ticks; early 50, late 20, out of order 5 where nothing else is said. */
class PartitionAdmissionTest {
  private static final TimePolicy POLICY =
      TimePolicy.defaults()
          .early(ticks(50), DROP)
          .late(ticks(20), ADJUST)
          .outOfOrder(ticks(5), ADJUST);

  private static Duration ticks(long ticks) {
    return Duration.of(ticks, ChronoUnit.MICROS);
  }

  private static PartitionAdmission admission(TimePolicy policy) {
    return new PartitionAdmission(policy, false, AdmissionState.INITIAL);
  }

  private static PartitionAdmission withSubstreams(TimePolicy policy) {
    return new PartitionAdmission(policy, true, AdmissionState.INITIAL);
  }

  @Nested
  class AnEarlyEvent {
    @Test
    void isOneMoreThanTheBoundAheadOfItsArrival() {
      assertThat(admission(POLICY).judge(150, 100)).isEqualTo(Action.NONE);
      assertThat(admission(POLICY).judge(151, 100)).isEqualTo(Action.DROP_EARLY);
    }

    @Test
    void isMovedToTheBoundUnderAdjust() {
      PartitionAdmission admission = admission(POLICY.onEarly(ADJUST));

      assertThat(admission.judge(500, 100)).isEqualTo(Action.ADJUST_EARLY);
      assertThat(admission.assignedMicros()).isEqualTo(150);
      assertThat(admission.progressMicros()).isEqualTo(145);
    }

    @Test
    void goesOnUnreportedUnderPass() {
      PartitionAdmission admission = admission(POLICY.onEarly(PASS));

      assertThat(admission.judge(500, 100)).isEqualTo(Action.NONE);
      assertThat(admission.assignedMicros()).isEqualTo(500);
    }

    @Test
    void isNothingSpecialWhenTheRuleIsOff() {
      assertThat(admission(POLICY.earlyOff()).judge(500, 100)).isEqualTo(Action.NONE);
    }

    @Test
    void movedToTheBoundCanStillBeOutOfOrder() {
      PartitionAdmission admission = admission(POLICY.onEarly(ADJUST));
      admission.raise(180);

      assertThat(admission.judge(500, 100)).isEqualTo(Action.ADJUST_ORDER);
      assertThat(admission.assignedMicros()).isEqualTo(180);
    }

    @Test
    void isClampedBeforeItIsJudgedWhenLimitedByArrival() {
      PartitionAdmission admission = admission(POLICY.limitByArrival(true));

      assertThat(admission.judge(500, 100)).isEqualTo(Action.NONE);
      assertThat(admission.assignedMicros()).isEqualTo(100);
      assertThat(admission.judge(99, 100)).isEqualTo(Action.NONE);
      assertThat(admission.assignedMicros()).isEqualTo(99);
    }

    @Test
    void doesNotMakeTheRowsAfterItLate() {
      PartitionAdmission admission = admission(POLICY);
      assertThat(admission.judge(1_000, 1_000)).isEqualTo(Action.NONE);
      assertThat(admission.judge(1_001, 1_001)).isEqualTo(Action.NONE);
      assertThat(admission.judge(86_401_001, 1_001)).isEqualTo(Action.DROP_EARLY);
      for (int second = 2; second < 12; second++) {
        assertThat(admission.judge(1_000 + second, 1_000 + second)).isEqualTo(Action.NONE);
      }
    }
  }

  @Nested
  class ALateEvent {
    @Test
    void isOneMoreThanTheBoundBehindItsArrival() {
      assertThat(admission(POLICY).judge(80, 100)).isEqualTo(Action.NONE);
      assertThat(admission(POLICY).judge(79, 100)).isEqualTo(Action.ADJUST_LATE);
    }

    @Test
    void isMovedUpToTheBoundUnderAdjust() {
      PartitionAdmission admission = admission(POLICY);

      assertThat(admission.judge(10, 100)).isEqualTo(Action.ADJUST_LATE);
      assertThat(admission.assignedMicros()).isEqualTo(80);
    }

    @Test
    void goesNoFurtherUnderDropButItsArrivalCountsFromTheNextEventOn() {
      PartitionAdmission admission = admission(POLICY.onLate(DROP));

      assertThat(admission.judge(10, 100)).isEqualTo(Action.DROP_LATE);
      assertThat(admission.progressMicros()).isEqualTo(Time.MIN);
      assertThat(admission.lastArrivalMicros()).isEqualTo(100);
      assertThat(admission.judge(100, 100)).isEqualTo(Action.NONE);
      assertThat(admission.floorBeforeMicros()).isEqualTo(80);
    }

    @Test
    void movedToTheBoundCanStillBeOutOfOrder() {
      PartitionAdmission admission = admission(POLICY);
      admission.judge(100, 100);

      assertThat(admission.judge(10, 101)).isEqualTo(Action.ADJUST_ORDER);
      assertThat(admission.assignedMicros()).isEqualTo(95);
    }

    @Test
    void isDroppedForBeingLateThoughItIsOutOfOrderToo() {
      PartitionAdmission admission = admission(POLICY.onLate(DROP));
      admission.judge(100, 100);

      assertThat(admission.judge(10, 101)).isEqualTo(Action.DROP_LATE);
      assertThat(admission.progressMicros()).isEqualTo(95);
    }

    @Test
    void doesNotExistWhenLateIsUnbounded() {
      PartitionAdmission admission = admission(POLICY.lateUnbounded());

      assertThat(admission.judge(-1_000_000, 100)).isEqualTo(Action.NONE);
      assertThat(admission.judge(-1_000_000, 1_000)).isEqualTo(Action.NONE);
      assertThat(admission.progressMicros()).isEqualTo(-1_000_005);
    }
  }

  @Nested
  class AnEventOutOfOrder {
    @Test
    void isOneBelowTheWatermark() {
      PartitionAdmission admission = admission(POLICY);
      admission.judge(100, 100);

      assertThat(admission.progressMicros()).isEqualTo(95);
      assertThat(admission.judge(95, 100)).isEqualTo(Action.NONE);
      assertThat(admission.judge(94, 100)).isEqualTo(Action.ADJUST_ORDER);
      assertThat(admission.assignedMicros()).isEqualTo(95);
    }

    @Test
    void raisesNothingWhenItIsDropped() {
      PartitionAdmission admission = admission(POLICY.onOutOfOrder(DROP));
      admission.judge(100, 100);

      assertThat(admission.judge(94, 114)).isEqualTo(Action.DROP_ORDER);
      assertThat(admission.floorBeforeMicros()).isEqualTo(95);
      assertThat(admission.progressMicros()).isEqualTo(95);
      assertThat(admission.lastArrivalMicros()).isEqualTo(114);
    }

    @Test
    void raisesNeitherTheLargestTimeNorTheWatermarkWhenItIsMoved() {
      PartitionAdmission admission = admission(POLICY);
      admission.judge(100, 100);
      admission.judge(94, 100);

      assertThat(admission.state()).isEqualTo(new AdmissionState(100, Time.MIN, 100, 95));
    }

    @Test
    void isJudgedAgainstTheFloorOfTheArrivalsBeforeIt() {
      PartitionAdmission admission = admission(POLICY);
      admission.judge(500, 120); // early, dropped

      assertThat(admission.progressMicros()).isEqualTo(Time.MIN);
      assertThat(admission.judge(90, 105)).isEqualTo(Action.ADJUST_ORDER);
      assertThat(admission.floorBeforeMicros()).isEqualTo(100);
      assertThat(admission.assignedMicros()).isEqualTo(100);
    }

    @Test
    void isJudgedAgainstNoArrivalWithoutTheFloor() {
      PartitionAdmission admission = admission(POLICY.arrivalFloor(false));
      admission.judge(110, 120);

      assertThat(admission.progressMicros()).isEqualTo(105);
      assertThat(admission.judge(110, 1_000)).isEqualTo(Action.ADJUST_LATE);
      assertThat(admission.progressMicros()).isEqualTo(975);
    }
  }

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
  class InBackfill {
    private final TimePolicy backfill = POLICY.backfill();

    @Test
    void orderAppliesButEarlyAndLateDoNot() {
      PartitionAdmission admission = admission(backfill);

      assertThat(admission.judge(1_000, 0)).isEqualTo(Action.NONE);
      assertThat(admission.judge(995, 0)).isEqualTo(Action.NONE);
      assertThat(admission.judge(900, 0)).isEqualTo(Action.ADJUST_ORDER);
      assertThat(admission.assignedMicros()).isEqualTo(995);
      assertThat(admission.lastArrivalMicros()).isEqualTo(1_000);
    }

    @Test
    void theFloorIsOffUnlessItIsAskedFor() {
      TimePolicy loose = backfill.outOfOrder(ticks(100));
      PartitionAdmission without = admission(loose);
      PartitionAdmission with = admission(loose.arrivalFloor(true));
      without.judge(1_000, 0);
      with.judge(1_000, 0);

      assertThat(without.progressMicros()).isEqualTo(900);
      assertThat(with.progressMicros()).isEqualTo(980);
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

  @Nested
  class WithSubstreams {
    @Test
    void progressIsTheArrivalFloorAndOrderIsLeftToTheKeys() {
      PartitionAdmission admission = withSubstreams(POLICY);

      assertThat(admission.judge(140, 100)).isEqualTo(Action.NONE);
      assertThat(admission.floorBeforeMicros()).isEqualTo(Time.MIN);
      assertThat(admission.floorAfterMicros()).isEqualTo(80);
      assertThat(admission.judge(81, 100)).isEqualTo(Action.NONE);
      assertThat(admission.assignedMicros()).isEqualTo(81);
      assertThat(admission.state()).isEqualTo(new AdmissionState(100, 80, Time.MIN, Time.MIN));
    }

    @Test
    void anEventBelowTheFloorIsLeftToItsKeyAsItIs() {
      PartitionAdmission admission = withSubstreams(POLICY.onOutOfOrder(DROP));
      admission.judge(100, 100);

      assertThat(admission.judge(79, 99)).isEqualTo(Action.NONE);
      assertThat(admission.assignedMicros()).isEqualTo(79);
      assertThat(admission.floorBeforeMicros()).isEqualTo(80);
    }

    @Test
    void aNewIncarnationGoesOnFromTheFloor() {
      PartitionAdmission again =
          new PartitionAdmission(POLICY, true, new AdmissionState(100, 80, Time.MIN, Time.MIN));

      assertThat(again.progressMicros()).isEqualTo(80);
      assertThat(again.floorBeforeMicros()).isEqualTo(80);
    }

    @Test
    void estimatesAndFloorsRaiseTheFloor() {
      PartitionAdmission admission = withSubstreams(POLICY);

      assertThat(admission.estimate(100)).isTrue();
      assertThat(admission.progressMicros()).isEqualTo(80);
      assertThat(admission.raise(90)).isTrue();
      admission.judge(120, 100);
      assertThat(admission.floorBeforeMicros()).isEqualTo(90);
      assertThat(admission.floorAfterMicros()).isEqualTo(90);
    }

    @Test
    void thereIsNoProgressWithoutAnArrivalFloor() {
      PartitionAdmission admission = withSubstreams(POLICY.arrivalFloor(false));
      admission.judge(100, 100);
      admission.estimate(10_000);

      assertThat(admission.progressMicros()).isEqualTo(Time.MIN);
    }
  }

  @Nested
  class NearTheEndsOfTheAxis {
    @Test
    void differencesSaturate() {
      assertThat(admission(POLICY).judge(Time.MAX - 1, Time.MIN + 1)).isEqualTo(Action.DROP_EARLY);
      PartitionAdmission adjusting = admission(POLICY.onEarly(ADJUST));
      adjusting.judge(Time.MAX - 1, Time.MIN + 1);
      assertThat(adjusting.assignedMicros()).isEqualTo(Time.MIN + 51);
      PartitionAdmission late = admission(POLICY);
      assertThat(late.judge(Time.MIN + 1, Time.MAX - 1)).isEqualTo(Action.ADJUST_LATE);
      assertThat(late.assignedMicros()).isEqualTo(Time.MAX - 21);
    }

    @Test
    void theFirstTicksRaiseNoProgress() {
      PartitionAdmission admission = admission(POLICY);

      assertThat(admission.judge(Time.MIN + 1, Time.MIN + 3)).isEqualTo(Action.NONE);
      assertThat(admission.progressMicros()).isEqualTo(Time.MIN);
    }
  }

  @Test
  void theStateIsWrittenAsItAlwaysWas() {
    GoldenBytes.check("admission-state", AdmissionState.CODEC, new AdmissionState(1, -2, 3, 4));
  }

  @Test
  void anActionNamesItsRule() {
    assertThat(Action.ADJUST_ORDER.label()).isEqualTo("adjust_order");
    assertThat(Action.ADJUST_ORDER.rule()).isEqualTo("order");
    assertThat(Action.DROP_EARLY.rule()).isEqualTo("early");
    assertThat(Action.DROP_EARLY.adjusted()).isFalse();
    assertThat(Action.ADJUST_LATE.adjusted()).isTrue();
    assertThat(Action.NONE.adjusted()).isFalse();
    assertThat(Action.BAD.dropped()).isTrue();
    assertThatThrownBy(Action.NONE::rule).hasMessageContaining("none");
  }
}
