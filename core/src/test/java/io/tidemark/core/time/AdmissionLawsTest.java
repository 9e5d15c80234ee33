package io.tidemark.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Bytes;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** What holds for any events under any policy. */
class AdmissionLawsTest {
  /** Something that happens to a partition. */
  private record Step(Kind kind, int key, long eventMicros, long arrivalMicros) {}

  private enum Kind {
    EVENT,
    ESTIMATE,
    FLOOR
  }

  /** What became of an event, and where progress stood. */
  private record Fate(
      Action action, long assigned, long judgedAgainst, long partitionAfter, long keyAfter) {}

  /** A partition and its keys, as the two kinds of entities hold them. */
  private static final class Run {
    final TimePolicy policy;
    final boolean substreams;
    PartitionAdmission partition;
    final Map<Integer, KeyAdmission> keys = new HashMap<>();
    final List<Fate> fates = new ArrayList<>();

    Run(TimePolicy policy, boolean substreams) {
      this.policy = policy;
      this.substreams = substreams;
      this.partition = new PartitionAdmission(policy, substreams, AdmissionState.INITIAL);
    }

    void take(Step step) {
      if (step.kind() == Kind.ESTIMATE) {
        boolean expected = partition.wouldMove(step.arrivalMicros());
        assertThat(partition.estimate(step.arrivalMicros())).isEqualTo(expected);
      } else if (step.kind() == Kind.FLOOR) {
        partition.raise(step.eventMicros());
      } else {
        judge(step);
      }
    }

    private void judge(Step step) {
      Action action = partition.judge(step.eventMicros(), step.arrivalMicros());
      long before = partition.floorBeforeMicros();
      long after = partition.floorAfterMicros();
      if (!substreams) {
        fates.add(new Fate(action, assigned(action, partition.assignedMicros()), before, after, 0));
        return;
      }
      KeyAdmission key =
          keys.computeIfAbsent(step.key(), any -> new KeyAdmission(policy, KeyState.INITIAL));
      Action judged = key.judge(action, partition.assignedMicros(), before, after);
      long assigned = assigned(judged, key.assignedMicros());
      fates.add(
          new Fate(judged, assigned, key.judgedAgainstMicros(), after, key.watermarkMicros()));
    }

    private static long assigned(Action action, long micros) {
      return action.dropped() ? Time.MIN : micros;
    }

    /** Everything goes through bytes, as between two lives of an entity. */
    void restart() {
      byte[] state = Bytes.write(out -> AdmissionState.CODEC.write(partition.state(), out));
      partition =
          new PartitionAdmission(policy, substreams, Bytes.read(state, AdmissionState.CODEC::read));
      keys.replaceAll(
          (key, admission) -> {
            byte[] bytes = Bytes.write(out -> KeyState.CODEC.write(admission.state(), out));
            return new KeyAdmission(policy, Bytes.read(bytes, KeyState.CODEC::read));
          });
    }
  }

  private static Duration ticks(long ticks) {
    return Duration.of(ticks, ChronoUnit.MICROS);
  }

  @Provide
  Arbitrary<TimePolicy> policies() {
    Arbitrary<Duration> bounds = Arbitraries.longs().between(0, 40).map(AdmissionLawsTest::ticks);
    Arbitrary<OnViolation> dropOrAdjust = Arbitraries.of(OnViolation.DROP, OnViolation.ADJUST);
    Arbitrary<TimePolicy> rules =
        Combinators.combine(
                bounds,
                Arbitraries.of(OnViolation.class),
                bounds,
                dropOrAdjust,
                bounds,
                dropOrAdjust)
            .as(
                (early, onEarly, late, onLate, outOfOrder, onOrder) ->
                    TimePolicy.defaults()
                        .early(early, onEarly)
                        .late(late, onLate)
                        .outOfOrder(outOfOrder, onOrder));
    return Combinators.combine(rules, Arbitraries.integers().between(0, 255))
        .as(AdmissionLawsTest::varied);
  }

  private static TimePolicy varied(TimePolicy rules, int bits) {
    TimePolicy policy = (bits & 0x07) == 0 ? rules.earlyOff() : rules;
    policy = (bits & 0x38) == 0 ? policy.lateUnbounded() : policy;
    policy = policy.limitByArrival((bits & 0x40) == 0);
    policy = (bits & 0x03) == 0 ? policy.arrivalFloor((bits & 0x80) == 0) : policy;
    policy = (bits & 0x0C) == 0 ? policy.backfill() : policy;
    return (bits & 0x38) == 0x38 ? policy.byArrival() : policy;
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Kind> kinds =
        Arbitraries.frequency(
            Tuple.of(8, Kind.EVENT), Tuple.of(1, Kind.ESTIMATE), Tuple.of(1, Kind.FLOOR));
    Arbitrary<Long> times = Arbitraries.longs().between(-100, 100);
    return Combinators.combine(kinds, Arbitraries.integers().between(0, 2), times, times)
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void progressNeverGoesBack(
      @ForAll @From("policies") TimePolicy policy,
      @ForAll boolean substreams,
      @ForAll @From("steps") List<Step> steps) {
    Run run = new Run(policy, substreams);
    Map<Integer, Long> ofKeys = new HashMap<>();
    long last = Time.MIN;
    for (Step step : steps) {
      run.take(step);
      assertThat(run.partition.progressMicros()).isGreaterThanOrEqualTo(last);
      last = run.partition.progressMicros();
      run.keys.forEach(
          (key, admission) -> {
            long before = ofKeys.getOrDefault(key, Time.MIN);
            assertThat(admission.watermarkMicros()).isGreaterThanOrEqualTo(before);
            ofKeys.put(key, admission.watermarkMicros());
          });
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void noAcceptedEventIsBelowTheProgressItWasJudgedAgainst(
      @ForAll @From("policies") TimePolicy policy,
      @ForAll boolean substreams,
      @ForAll @From("steps") List<Step> steps) {
    Run run = new Run(policy, substreams);
    for (Step step : steps) {
      long published = run.partition.progressMicros();
      run.take(step);
      if (step.kind() == Kind.EVENT) {
        Fate fate = run.fates.get(run.fates.size() - 1);
        assertThat(fate.judgedAgainst()).isGreaterThanOrEqualTo(published);
        if (!fate.action().dropped()) {
          assertThat(fate.assigned()).isGreaterThanOrEqualTo(fate.judgedAgainst());
        }
      }
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void whereBatchesEndChangesNothing(
      @ForAll @From("policies") TimePolicy policy,
      @ForAll boolean substreams,
      @ForAll @From("steps") List<Step> steps,
      @ForAll List<Boolean> cuts) {
    Run whole = new Run(policy, substreams);
    Run split = new Run(policy, substreams);
    for (int i = 0; i < steps.size(); i++) {
      whole.take(steps.get(i));
      if (i < cuts.size() && cuts.get(i)) {
        split.restart();
      }
      split.take(steps.get(i));
    }

    assertThat(split.fates).isEqualTo(whole.fates);
    assertThat(split.partition.state()).isEqualTo(whole.partition.state());
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void anOrderWithinTheTolerancesChangesNoAssignedTime(
      @ForAll @From("delays") List<Long> delays,
      @ForAll @From("delays") List<Long> otherDelays,
      @ForAll @IntRange(min = 1, max = 7) int apart,
      @ForAll boolean substreams) {
    TimePolicy policy =
        TimePolicy.defaults()
            .early(ticks(0), OnViolation.DROP)
            .late(ticks(20), OnViolation.DROP)
            .outOfOrder(ticks(20), OnViolation.DROP);

    Map<Integer, Long> assigned = assignedTimes(delays, apart, policy, substreams);

    assertThat(assigned).isEqualTo(assignedTimes(otherDelays, apart, policy, substreams));
    assertThat(assigned).hasSize(30);
  }

  /** Up to the tolerance, which they often reach. */
  @Provide
  Arbitrary<List<Long>> delays() {
    Arbitrary<Long> any = Arbitraries.longs().between(0, 20);
    return Arbitraries.oneOf(any, Arbitraries.of(0L, 20L)).list().ofSize(30);
  }

  /**
   * Thirty events, each delivered after its delay, the last of one moment first: time by number.
   */
  private static Map<Integer, Long> assignedTimes(
      List<Long> delays, int apart, TimePolicy policy, boolean substreams) {
    record Delivery(int number, long eventMicros, long arrivalMicros) {}
    List<Delivery> deliveries = new ArrayList<>();
    for (int i = delays.size() - 1; i >= 0; i--) {
      long at = (long) i * apart;
      deliveries.add(new Delivery(i, at, at + delays.get(i)));
    }
    deliveries.sort(Comparator.comparing(Delivery::arrivalMicros));
    Run run = new Run(policy, substreams);
    Map<Integer, Long> assigned = new HashMap<>();
    for (Delivery delivery : deliveries) {
      run.take(
          new Step(
              Kind.EVENT, delivery.number() % 3, delivery.eventMicros(), delivery.arrivalMicros()));
      Fate fate = run.fates.get(run.fates.size() - 1);
      assertThat(fate.action()).isEqualTo(Action.NONE);
      assigned.put(delivery.number(), fate.assigned());
    }
    return assigned;
  }
}
