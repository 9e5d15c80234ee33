package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.keygroup.KeyGroupEvent;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.FixedWindows;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.simulation.Readings.Reading;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Faults that others had, shown by the entities of a whole pipeline. The numbers are those of
 * docs/faults.md. Times are in ticks where nothing else is said.
 */
class FaultsTest {
  private static final EntityId.Partition P0 = new EntityId.Partition("readings", 0);
  private static final EntityId.Partition P1 = new EntityId.Partition("readings", 1);
  private static final TimePolicy BACKFILL = TimePolicy.defaults().backfill();

  private static Reading at(long micros) {
    return new Reading("k", micros, micros);
  }

  private static FixedWindows tumbling(long micros) {
    return Windows.tumbling(ticks(micros));
  }

  private static Duration ticks(long micros) {
    return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
  }

  @Test
  @DisplayName("1: a restored but silent partition leaves the minimum")
  void aRestoredSilentPartitionHoldsItsReadersWhereItWas() {
    GrowingSource source = new GrowingSource(2);
    Lockstep pipeline =
        new Lockstep(Readings.counted(source, BACKFILL, false, tumbling(10_000)), 0);
    source.add(0, at(100_000));
    source.add(1, at(5_000));
    pipeline.settle();
    pipeline.crash();
    pipeline.silence(P1);
    source.add(0, at(100_001));
    pipeline.pass(5_000_000);
    assertThat(pipeline.rows("rows")).isEmpty();

    source.add(1, at(5_000));
    source.end();
    pipeline.heard(P1);
    pipeline.pass(5_000_000);

    assertThat(Readings.counts(pipeline)).containsExactly("[0,10000) 2", "[100000,110000) 2");
    assertThat(pipeline.rules("rejected")).isEmpty();
    assertThat(pipeline.failures()).isEmpty();
  }

  @Test
  @DisplayName("7: end of input while idle loses the last windows")
  void theLastWindowsComeOutThoughTheInputWasIdleWhenItEnded() {
    long second = 1_000_000;
    TimePolicy policy = TimePolicy.defaults().late(Duration.ofSeconds(5), OnViolation.DROP);
    GrowingSource source = new GrowingSource(1);
    Lockstep pipeline =
        new Lockstep(Readings.counted(source, policy, false, tumbling(10 * second)), 3 * second);
    source.add(0, at(3 * second));
    pipeline.settle();
    long before = lastProgress(pipeline);
    pipeline.pass(6 * second);
    assertThat(lastProgress(pipeline)).as("moved by idle estimates").isGreaterThan(before);
    assertThat(pipeline.rows("rows")).isEmpty();

    source.end();
    pipeline.pass(5 * second);

    assertThat(Readings.counts(pipeline)).containsExactly("[0,10000000) 1");
    assertThat(pipeline.isComplete()).isTrue();
  }

  private static long lastProgress(Lockstep pipeline) {
    return pipeline.reports().stream()
        .filter(report -> report.from().equals(P0))
        .reduce((first, second) -> second)
        .orElseThrow()
        .progressMicros();
  }

  @Test
  @DisplayName("8: one future timestamp makes all others late")
  void oneTimeInTheFutureIsEarlyAndMakesNoOtherLate() {
    GrowingSource source = new GrowingSource(1);
    Lockstep pipeline =
        new Lockstep(
            Readings.counted(source, TimePolicy.defaults(), false, tumbling(60_000_000)), 0);
    source.add(0, at(0), at(1_000_000));
    source.add(0, new Reading("k", 86_401_000_000L, 1_000_000));
    for (int second = 2; second < 12; second++) {
      source.add(0, at(second * 1_000_000L));
    }
    source.end();

    pipeline.pass(5_000_000);

    assertThat(pipeline.rules("rejected")).containsExactly("early");
    assertThat(Readings.counts(pipeline)).containsExactly("[0,60000000) 12");
  }

  @Test
  @DisplayName("9: windows fire again after restore")
  void noWindowFiresAgainAfterACrash() {
    Windows windows = Windows.hopping(ticks(10), ticks(5));
    GrowingSource source = new GrowingSource(1);
    Lockstep pipeline = new Lockstep(Readings.counted(source, BACKFILL, false, windows), 0);
    source.add(0, at(1), at(7), at(12), at(20));
    pipeline.pass(5_000_000);
    List<String> before = List.of("[-5,5) 1", "[0,10) 2", "[5,15) 2", "[10,20) 1");
    assertThat(Readings.counts(pipeline)).isEqualTo(before);

    pipeline.crash();
    source.add(0, at(21));
    pipeline.pass(5_000_000);
    assertThat(Readings.counts(pipeline)).isEqualTo(before);

    source.end();
    pipeline.pass(5_000_000);
    assertThat(Readings.counts(pipeline))
        .startsWith(before.toArray(String[]::new))
        .endsWith("[15,25) 2", "[20,30) 2")
        .hasSize(6);
  }

  @Test
  @DisplayName("10: negative times")
  void timesBefore1970FallIntoTheirWindows() {
    assertThat(ofNegativeTimes(tumbling(10))).containsExactly("[-20,-10) 1", "[-10,0) 2");
    assertThat(ofNegativeTimes(tumbling(10).offset(ticks(3))))
        .containsExactly("[-17,-7) 2", "[-7,3) 1");
  }

  private static List<String> ofNegativeTimes(Windows windows) {
    GrowingSource source = new GrowingSource(1);
    TimePolicy policy = BACKFILL.outOfOrder(ticks(100));
    Lockstep pipeline = new Lockstep(Readings.counted(source, policy, false, windows), 0);
    source.add(0, at(-1), at(-10), at(-11));
    source.end();
    pipeline.pass(5_000_000);
    return Readings.counts(pipeline);
  }

  @Test
  @DisplayName("11: times near the end of the axis")
  void aTimeNearTheEndOfTheAxisWaitsForTheEndOfInputAndBreaksNothing() {
    GrowingSource source = new GrowingSource(2);
    Lockstep pipeline = new Lockstep(Readings.counted(source, BACKFILL, false, tumbling(10)), 0);
    source.add(0, at(5), at(50));
    source.add(1, at(Time.MAX - 7));
    pipeline.pass(5_000_000);
    assertThat(Readings.counts(pipeline)).containsExactly("[0,10) 1");

    source.end();
    pipeline.pass(5_000_000);

    assertThat(Readings.counts(pipeline))
        .containsExactly(
            "[0,10) 1", "[50,60) 1", "[" + (Time.MAX - 7) / 10 * 10 + "," + Time.MAX + ") 1");
    assertThat(pipeline.failures()).isEmpty();
  }

  @Test
  @Timeout(10)
  @DisplayName("12: empty windows are scanned over a gap")
  void aGapCostsNoWorkPerEmptyWindow() {
    GrowingSource source = new GrowingSource(1);
    Windows windows = Windows.hopping(ticks(10), ticks(5));
    Lockstep pipeline = new Lockstep(Readings.counted(source, BACKFILL, false, windows), 0);
    long far = 1_000_000_000_000_000_001L;
    source.add(0, at(5), at(far));
    source.end();

    pipeline.pass(5_000_000);

    assertThat(Readings.counts(pipeline))
        .containsExactly(
            "[0,10) 1",
            "[5,15) 1",
            "[" + (far - 6) + "," + (far + 4) + ") 1",
            "[" + (far - 1) + "," + (far + 9) + ") 1");
  }

  /** What ends a run in the middle of what one jump of progress brings. */
  private static final class Halfway extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Test
  @DisplayName("17: one jump fires 100 000 timers: nothing else runs, a crash repeats them")
  void aJumpThatEndsManyWindowsIsTakenInStepsAndTakesEffectOnce() {
    int keys = 100_000;
    GrowingSource source = new GrowingSource(1);
    for (int key = 0; key < keys; key++) {
      source.add(0, new Reading("k" + key, 1_000, 1_000));
    }
    AtomicInteger steps = new AtomicInteger();
    AtomicLong largest = new AtomicLong();
    Map<EntityId, Long> fired = new HashMap<>();
    Lockstep pipeline =
        new Lockstep(Readings.counted(source, BACKFILL, false, tumbling(2_000), 4_096), 0)
            .witnessed(
                (id, entity, events) -> {
                  if (events.get(events.size() - 1) instanceof KeyGroupEvent.Advanced advanced
                      && advanced.digest().outputs() > fired.getOrDefault(id, 0L)) {
                    long count = advanced.digest().outputs();
                    Long before = fired.put(id, count);
                    largest.accumulateAndGet(count - (before == null ? 0 : before), Math::max);
                    if (steps.incrementAndGet() == keys / Readings.limits(1).fireRows() / 2) {
                      throw new Halfway();
                    }
                  }
                });
    pipeline.settle();
    assertThat(pipeline.rows("rows")).isEmpty();

    source.add(0, new Reading("k0", 2_500, 2_500));
    assertThatThrownBy(() -> pipeline.pass(2_000_000)).isInstanceOf(Halfway.class);
    pipeline.crash();
    source.end();
    pipeline.pass(10_000_000);

    List<Object> keysOfRows =
        pipeline.rows("rows").stream().<Object>map(row -> ((WindowResult<?>) row).key()).toList();
    assertThat(keysOfRows).hasSize(keys + 1); // k0 has a window after the jump.
    assertThat(Set.copyOf(keysOfRows)).hasSize(keys);
    assertThat(Readings.counts(pipeline)).filteredOn("[0,2000) 1"::equals).hasSize(keys);
    assertThat(pipeline.failures()).isEmpty();
    // Between two steps an entity hears others.
    assertThat(largest.get()).isLessThanOrEqualTo(Readings.limits(1).fireRows());
  }

  @Test
  @DisplayName("24: a passivated key's timer never fires")
  void aWindowOfAKeyThatHasLeftMemoryFiresWhenItIsDue() {
    // Late enough that no idle estimate reaches the window's end.
    TimePolicy policy = TimePolicy.defaults().late(Duration.ofMinutes(1), OnViolation.DROP);
    GrowingSource source = new GrowingSource(1);
    Lockstep pipeline = new Lockstep(Readings.counted(source, policy, true, tumbling(1_000)), 0);
    EntityId.Substream quiet =
        new EntityId.Substream(P0, KeyBytes.of("quiet", ValueCodec.INSTANCE));
    source.add(0, new Reading("quiet", 500, 500));
    pipeline.settle();
    assertThat(pipeline.runs(quiet)).isTrue();
    pipeline.pass(10_000_000);
    assertThat(pipeline.runs(quiet)).as("in memory after it was passivated").isFalse();
    assertThat(pipeline.rows("rows")).isEmpty();

    source.add(0, new Reading("busy", 60_002_000, 60_002_000));
    pipeline.pass(5_000_000);

    assertThat(Readings.counts(pipeline)).containsExactly("[0,1000) 1");
  }
}
