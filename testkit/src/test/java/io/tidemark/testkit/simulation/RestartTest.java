package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Windows;
import io.tidemark.testkit.ScriptedSource;
import io.tidemark.testkit.simulation.Readings.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Everything crashes after an event, at each event of a run in turn. Every element is a batch, so
 * that this is after every element, and at every moment between.
 */
class RestartTest {
  private static final int ELEMENTS = 40;
  private static final int SECONDS = 600;

  /** Ends a run in the middle of what it does. */
  private static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Two partitions, of which much is late and out of order. */
  private static Lockstep pipeline(boolean substreams, boolean arrivals) {
    Random random = new Random(7);
    List<List<Object>> partitions = List.of(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < ELEMENTS; i++) {
      String sensor = "abc".substring(i % 3, i % 3 + 1);
      Reading reading = new Reading(sensor, 3L * i - random.nextInt(40), 3L * i);
      partitions.get(sensor.equals("a") ? 0 : 1).add(reading);
    }
    TimePolicy policy =
        TimePolicy.defaults()
            .late(Duration.ofNanos(25_000), OnViolation.DROP)
            .outOfOrder(Duration.ofNanos(10_000), OnViolation.ADJUST);
    return new Lockstep(
        Readings.counted(
            new ScriptedSource(partitions),
            arrivals ? policy : policy.backfill(),
            substreams,
            Windows.hopping(Duration.ofNanos(20_000), Duration.ofNanos(10_000)),
            1),
        0);
  }

  private static void complete(Lockstep pipeline) {
    for (int second = 0; second < SECONDS && !pipeline.isComplete(); second++) {
      pipeline.pass(1_000_000);
    }
    assertThat(pipeline.failures()).isEmpty();
    assertThat(pipeline.isComplete()).isTrue();
  }

  /** Crashes after so many events, then goes on; false: there were fewer. */
  private static boolean crashed(Lockstep pipeline, int after) {
    int[] events = new int[1];
    pipeline.witnessed(
        (id, entity, all) -> {
          if (++events[0] == after) {
            throw new Crash();
          }
        });
    try {
      complete(pipeline);
      return false;
    } catch (Crash e) {
      pipeline.crash();
      complete(pipeline);
      return true;
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void leavesNoTraceWhereverItComes(boolean substreams, boolean arrivals) {
    Lockstep undisturbed = pipeline(substreams, arrivals);
    complete(undisturbed);
    assertThat(undisturbed.rows("rows")).hasSizeGreaterThan(ELEMENTS / 2);

    int event = 1;
    for (Lockstep pipeline = pipeline(substreams, arrivals);
        crashed(pipeline, event);
        pipeline = pipeline(substreams, arrivals)) {
      assertThat(pipeline.rows("rows"))
          .as("crashed after event %d", event)
          .isEqualTo(undisturbed.rows("rows"));
      assertThat(pipeline.rows("rejected"))
          .as("crashed after event %d", event)
          .isEqualTo(undisturbed.rows("rejected"));
      event++;
    }

    assertThat(event).as("events of a run").isGreaterThan(ELEMENTS);
  }
}
