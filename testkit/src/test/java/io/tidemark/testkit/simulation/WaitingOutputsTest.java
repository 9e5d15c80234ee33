package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.ScriptedSource;
import io.tidemark.testkit.simulation.Readings.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Outputs that wait for progress, in substreams without an arrival floor: nothing is released
 * before the end of input. The bounds are those of {@link Readings#limits}: 50 where others are
 * behind, 1000 where nobody is.
 */
class WaitingOutputsTest {
  private static final int BOUND = 1_000;
  private static final int BATCH = 7;

  private static final long RETAINED_OUTPUTS = Readings.limits(BATCH).retainedOutputs();
  private static final long RETAINED_ELEMENTS = Readings.limits(BATCH).retainedElements();

  /** Elements under way when reading stops; each closes one window here. */
  private static final int UNDER_WAY = 50 + BATCH;

  private static List<Reading> readings(int count, long from) {
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      readings.add(new Reading("k", from + i, from + i));
    }
    return readings;
  }

  private static Lockstep pipeline(Source<Object> source, TimePolicy policy) {
    return pipeline(source, policy, true);
  }

  private static Lockstep pipeline(Source<Object> source, TimePolicy policy, boolean substreams) {
    return new Lockstep(
        Readings.counted(
            source, policy, substreams, Windows.tumbling(Duration.ofNanos(1_000)), BATCH),
        0);
  }

  private static TimePolicy backfill() {
    return TimePolicy.defaults().backfill();
  }

  private static Lockstep passed(Lockstep pipeline) {
    for (int second = 0; second < 900 && !pipeline.isComplete(); second++) {
      if (!pipeline.failures().isEmpty()) {
        return pipeline;
      }
      pipeline.pass(1_000_000);
    }
    return pipeline;
  }

  @Test
  void endThePipelineWithTheNumbersWhereOnlyTheirOwnPartitionCouldReleaseThem() {
    Lockstep pipeline =
        passed(pipeline(new ScriptedSource(List.of(readings(2 * BOUND, 0))), backfill()));

    assertThat(pipeline.failures())
        .isNotEmpty()
        .first()
        .asString()
        .contains("partition=readings/0", "expected=below " + BOUND + " (gatingOutputs)");
    Matcher actual = Pattern.compile("actual=(\\d+)").matcher(pipeline.failures().get(0));
    assertThat(actual.find()).isTrue();
    assertThat(Integer.parseInt(actual.group(1))).isBetween(BOUND, BOUND + UNDER_WAY);
  }

  @Test
  void belowTheBoundAreHeldUntilTheInputEnds() {
    Lockstep pipeline =
        passed(pipeline(new ScriptedSource(List.of(readings(BOUND - UNDER_WAY, 0))), backfill()));

    assertThat(pipeline.failures()).isEmpty();
    assertThat(pipeline.isComplete()).isTrue();
    assertThat(pipeline.rows("rows")).hasSize(BOUND - UNDER_WAY);
  }

  @Test
  void ofAKeyGroupStopItsPartitionsWhileItsSinkIsSlow() {
    int readings = 2_000;
    EntityId.Sink slow = new EntityId.Sink("rows");
    Lockstep pipeline =
        pipeline(new ScriptedSource(List.of(readings(readings, 0))), backfill(), false);
    pipeline.silence(slow);
    pipeline.pass(60_000_000);
    assertThat(pipeline.admitted(new EntityId.Partition("readings", 0)))
        .as("outputs retained, elements retained, and what was under way")
        .isBetween(RETAINED_OUTPUTS, RETAINED_OUTPUTS + RETAINED_ELEMENTS + 2L * UNDER_WAY);

    pipeline.heard(slow);
    passed(pipeline);

    assertThat(pipeline.failures()).isEmpty();
    assertThat(pipeline.isComplete()).isTrue();
    assertThat(pipeline.rows("rows")).hasSize(readings);
  }

  @Test
  void stopAPartitionOnlyUntilThoseBehindItComeNearer() {
    GrowingSource source = new GrowingSource(2);
    TimePolicy policy = TimePolicy.defaults().late(Duration.ofNanos(400_000));
    Lockstep pipeline = pipeline(source, policy);
    source.add(0, readings(600, 0).toArray());
    source.add(1, new Reading("other", 1, 1));
    pipeline.silence(new EntityId.Partition("readings", 1));
    pipeline.pass(60_000_000);
    assertThat(pipeline.rows("rows")).isEmpty();
    assertThat(pipeline.admitted(new EntityId.Partition("readings", 0)))
        .as("the one ahead waits")
        .isBetween(50L, 200L);

    pipeline.heard(new EntityId.Partition("readings", 1));
    source.end();
    passed(pipeline);

    assertThat(pipeline.failures()).isEmpty();
    assertThat(pipeline.isComplete()).isTrue();
    assertThat(pipeline.rows("rows")).hasSize(601);
  }
}
