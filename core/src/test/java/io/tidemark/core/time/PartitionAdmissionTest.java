package io.tidemark.core.time;

import static io.tidemark.core.time.Admissions.POLICY;
import static io.tidemark.core.time.Admissions.admission;
import static io.tidemark.core.time.Admissions.ticks;
import static io.tidemark.core.time.OnViolation.ADJUST;
import static io.tidemark.core.time.OnViolation.DROP;
import static io.tidemark.core.time.OnViolation.PASS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times are ticks; early 50, late 20, out of order 5 where nothing else is said. */
class PartitionAdmissionTest {
  private static PartitionAdmission withSubstreams(TimePolicy policy) {
    return new PartitionAdmission(policy, true, AdmissionState.INITIAL);
  }

  /** The bound itself, and one tick beyond it; early and late are judged alike in both. */
  @Nested
  class AtItsBound {
    private PartitionAdmission admission(TimePolicy policy, boolean substreams) {
      return new PartitionAdmission(policy, substreams, AdmissionState.INITIAL);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEventIsNotEarlyAndOneTickFurtherItIs(boolean substreams) {
      for (long arrival : new long[] {-1_000, 0, 100}) {
        PartitionAdmission at = admission(POLICY, substreams);
        assertThat(at.judge(arrival + 50, arrival)).isEqualTo(Action.NONE);
        assertThat(at.assignedMicros()).isEqualTo(arrival + 50);

        PartitionAdmission dropping = admission(POLICY, substreams);
        assertThat(dropping.judge(arrival + 51, arrival)).isEqualTo(Action.DROP_EARLY);
        assertThat(dropping.progressMicros()).isEqualTo(Time.MIN);
        assertThat(dropping.lastArrivalMicros()).isEqualTo(arrival);

        PartitionAdmission adjusting = admission(POLICY.onEarly(ADJUST), substreams);
        assertThat(adjusting.judge(arrival + 50, arrival)).isEqualTo(Action.NONE);
        assertThat(adjusting.judge(arrival + 51, arrival)).isEqualTo(Action.ADJUST_EARLY);
        assertThat(adjusting.assignedMicros()).isEqualTo(arrival + 50);
      }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEventIsNotLateAndOneTickFurtherItIs(boolean substreams) {
      for (long arrival : new long[] {-1_000, 0, 100}) {
        PartitionAdmission at = admission(POLICY.onLate(DROP), substreams);
        assertThat(at.judge(arrival - 20, arrival)).isEqualTo(Action.NONE);
        assertThat(at.assignedMicros()).isEqualTo(arrival - 20);

        PartitionAdmission dropping = admission(POLICY.onLate(DROP), substreams);
        assertThat(dropping.judge(arrival - 21, arrival)).isEqualTo(Action.DROP_LATE);
        assertThat(dropping.progressMicros()).isEqualTo(Time.MIN);
        assertThat(dropping.lastArrivalMicros()).isEqualTo(arrival);

        PartitionAdmission adjusting = admission(POLICY, substreams);
        assertThat(adjusting.judge(arrival - 20, arrival)).isEqualTo(Action.NONE);
        assertThat(adjusting.judge(arrival - 21, arrival)).isEqualTo(Action.ADJUST_LATE);
        assertThat(adjusting.assignedMicros()).isEqualTo(arrival - 20);
      }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBoundOfNothingLeavesTheTickOfTheArrivalItself(boolean substreams) {
      TimePolicy policy = POLICY.early(ticks(0), ADJUST).late(ticks(0), ADJUST);

      assertThat(admission(policy, substreams).judge(100, 100)).isEqualTo(Action.NONE);
      assertThat(admission(policy, substreams).judge(101, 100)).isEqualTo(Action.ADJUST_EARLY);
      assertThat(admission(policy, substreams).judge(99, 100)).isEqualTo(Action.ADJUST_LATE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void limitedByArrivalNothingIsEarlyAndLateIsAsItWas(boolean substreams) {
      TimePolicy policy = POLICY.limitByArrival(true).early(ticks(0), DROP).onLate(DROP);

      assertThat(admission(policy, substreams).judge(101, 100)).isEqualTo(Action.NONE);
      assertThat(admission(policy, substreams).judge(80, 100)).isEqualTo(Action.NONE);
      assertThat(admission(policy, substreams).judge(79, 100)).isEqualTo(Action.DROP_LATE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theArrivalOfTheEventItselfCountsNotTheLargestBefore(boolean substreams) {
      PartitionAdmission admission =
          admission(POLICY.onLate(DROP).outOfOrder(ticks(1_000)).arrivalFloor(false), substreams);
      admission.judge(200, 200);

      assertThat(admission.judge(150, 100)).isEqualTo(Action.NONE);
      assertThat(admission.judge(151, 100)).isEqualTo(Action.DROP_EARLY);
      assertThat(admission.judge(80, 100)).isEqualTo(Action.NONE);
      assertThat(admission.judge(79, 100)).isEqualTo(Action.DROP_LATE);
    }
  }

  @Nested
  class AnEarlyEvent {
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
