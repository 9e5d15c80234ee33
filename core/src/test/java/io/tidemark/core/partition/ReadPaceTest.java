package io.tidemark.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.WaitingPolicy;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.time.AdmissionCounts;
import io.tidemark.core.time.AdmissionState;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReadPaceTest {
  private static ReadPace pace(Limits limits, boolean substreams) {
    return new ReadPace(Partitions.settings(limits, substreams));
  }

  /** How much is read at once after so many reads that came back full. */
  private static int after(ReadPace pace, int fullReads) {
    return after(pace, fullReads, 0);
  }

  private static int after(ReadPace pace, int fullReads, int returningKeys) {
    for (int i = 0; i < fullReads; i++) {
      int size = pace.maxRecords();
      Offset end = new Offset(0, pace.cursor().position() + size);
      pace.fetched(
          0,
          new RecordBatch(new Object[size], new long[size], 0, size, end, false, 0),
          returningKeys,
          false);
    }
    return pace.maxRecords();
  }

  @Nested
  class WhileReadsComeBackFull {
    @Test
    void upToEightBatchesAreReadAtOnceAndSixteenWithSubstreams() {
      assertThat(after(pace(Limits.defaults(), false), 0)).isEqualTo(4_096);
      assertThat(after(pace(Limits.defaults(), false), 10)).isEqualTo(8 * 4_096);
      assertThat(after(pace(Limits.defaults(), true), 10)).isEqualTo(16 * 4_096);
    }

    @Test
    void moreAreReadAtOnceTheMoreKeysComeAgainUpToABound() {
      assertThat(after(pace(Limits.defaults(), true), 10, 8_192)).isEqualTo(16 * 4_096);
      assertThat(after(pace(Limits.defaults(), true), 10, 20_480)).isEqualTo(40 * 4_096);
      assertThat(after(pace(Limits.defaults(), true), 10, 1_000_000)).isEqualTo(128 * 4_096);
      assertThat(after(pace(Limits.defaults(), false), 10, 1_000_000)).isEqualTo(8 * 4_096);
    }

    @Test
    void aBatchSizeThatSomebodyAskedForIsKeptExactly() {
      for (int size : new int[] {1, 7, 4_096}) {
        Limits limits = Limits.defaults().withBatchSize(size);

        assertThat(after(pace(limits, false), 10)).isEqualTo(size);
        assertThat(after(pace(limits, true), 10)).isEqualTo(size);
      }
    }
  }

  @Test
  void aBatchATickIsReadWhileSubstreamsCrowdTheMemory() {
    ReadPace pace = pace(Limits.defaults(), true);
    after(pace, 10, 1_000_000);
    int size = pace.maxRecords();
    Offset end = new Offset(0, pace.cursor().position() + size);

    pace.fetched(
        0,
        new RecordBatch(new Object[size], new long[size], 0, size, end, false, 0),
        1_000_000,
        true);

    assertThat(pace.maxRecords()).isEqualTo(Limits.defaults().batchSize());
    assertThat(pace.mayRead(0, 0, 0, true)).isFalse();
    pace.ticked();
    assertThat(pace.mayRead(0, 0, 0, true)).isTrue();
  }

  @Nested
  class TheArrivalClockAfterARestart {
    private long estimated(Decision.What latest, long afterMicros) {
      ReadPace pace = pace(Limits.defaults(), false);
      AdmissionState after = new AdmissionState(1_000, 0, 0, 0);
      pace.start(50_000, new Decision(7, latest, Offset.START, after, new AdmissionCounts()));
      return pace.estimateMicros(50_000 + afterMicros, 1_000);
    }

    @Test
    void countsTheTimeSinceTheLastBatchWasReadWhetherAProcessRanOrNot() {
      Decision.What batch = new Decision.What.Admitted(3, 0, 20_000);

      assertThat(estimated(batch, 0)).isEqualTo(31_000);
      assertThat(estimated(batch, 10)).isEqualTo(31_010);
    }

    @Test
    void goesOnFromTheLastEstimate() {
      Decision.What estimate = new Decision.What.Estimated(9_000);

      assertThat(estimated(estimate, 0)).isEqualTo(9_000);
      assertThat(estimated(estimate, 10)).isEqualTo(9_010);
    }
  }

  @Nested
  class WhereSourcesWaitForEachOther {
    private final Limits limits =
        Limits.defaults().with(bounds -> bounds.waiting(WaitingPolicy.SLOW));

    private final ReadPace pace = pace(limits, false);

    private boolean readsAtTheBound(long progressMicros) {
      pace.gate(progressMicros);
      pace.ticked();
      return pace.mayRead(0, 0, 0, false);
    }

    @Test
    void oneThatIsAheadByTheBoundReadsNoMoreUntilTheSlowestHasComeNearer() {
      pace.merged(10);
      pace.admitted(20, limits.aheadElements() - 1);
      assertThat(readsAtTheBound(20)).isTrue();
      pace.admitted(30, 1);
      assertThat(readsAtTheBound(30)).isFalse();

      pace.merged(20);

      assertThat(readsAtTheBound(30)).isTrue();
    }

    @Test
    void theOneThatEverybodyWaitsForNeverStops() {
      pace.merged(10);
      pace.admitted(30, limits.aheadElements());

      assertThat(readsAtTheBound(10)).isTrue();
    }
  }

  @Nested
  class OutputsThatWaitForProgress {
    private static final Limits LIMITS = Limits.defaults();
    private final ReadPace pace = pace(LIMITS, true);

    private boolean reads(long outputs) {
      return pace.mayRead(0, 0, outputs, false);
    }

    @Test
    void stopAPartitionThatIsAheadOfOthers() {
      pace.merged(10);
      pace.gate(11);

      assertThat(reads(LIMITS.retainedOutputs() - 1)).isTrue();
      assertThat(reads(LIMITS.retainedOutputs())).isFalse();
      assertThat(pace.isOverfull(LIMITS.gatingOutputs())).isFalse();
    }

    @Test
    void slowOneThatNobodyIsBehindAndNeverStopIt() {
      pace.merged(10);
      pace.gate(10);

      assertThat(reads(LIMITS.gatingOutputs() / 2 - 1)).isTrue();
      assertThat(reads(LIMITS.gatingOutputs() / 2)).isFalse();
      pace.ticked();
      assertThat(reads(LIMITS.gatingOutputs() / 2)).isTrue();
      assertThat(pace.isOverfull(LIMITS.gatingOutputs() - 1)).isFalse();
      assertThat(pace.isOverfull(LIMITS.gatingOutputs())).isTrue();
    }
  }
}
