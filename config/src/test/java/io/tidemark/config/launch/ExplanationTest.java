package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.config.assembly.Assembly;
import io.tidemark.config.assembly.OpenedSources;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.core.entity.Holding;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.source.Offset;
import io.tidemark.core.time.AdmissionCounts;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.Time;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplanationTest {
  private static final String PIPELINE =
      """
      pipeline {
        sources.in { paths = ["*.csv"], event-time { column = t }, arrival-time { column = t }
          time { late = 1m, out-of-order = 2s } }
        streams.s { from = in, window { tumbling = 1h }, select = ["count() as n"] }
        sinks.out { from = s, path = "out" , format = csv }
        key-groups = 1
      }
      """;

  private static final long SECOND = 1_000_000;
  private static final long NOW = 1_000 * SECOND;
  private static final EntityId.KeyGroup GROUP = new EntityId.KeyGroup("s", 0);

  @TempDir Path folder;
  private Plan plan;
  private Predicate<EntityId.Member> elsewhere = member -> false;
  private RunWatch watch;

  @BeforeEach
  void plan() throws Exception {
    Files.writeString(folder.resolve("a.csv"), "t\n");
    Files.writeString(folder.resolve("b.csv"), "t\n");
    Path file = Files.writeString(folder.resolve("p.conf"), PIPELINE);
    PipelineFile pipeline = PipelineFile.read(file);
    Assembly assembly = new Assembly(pipeline, OpenedSources.find(pipeline));
    plan = new Plan(assembly.pipeline(folder, OutputStream.nullOutputStream()));
    watch = RunWatch.of(plan);
  }

  private static EntityId.Partition partition(int index) {
    return new EntityId.Partition("in", index);
  }

  private void decided(int partition, Decision.What what, long watermarkMicros) {
    AdmissionState state =
        new AdmissionState(40 * SECOND, Time.MIN, watermarkMicros + 2 * SECOND, watermarkMicros);
    watch
        .source("in")
        .decided(
            NOW - 9 * SECOND,
            partition(partition),
            new Decision(1, what, Offset.START, state, new AdmissionCounts()));
    watch.reported(NOW - 5 * SECOND, partition(partition), watermarkMicros);
  }

  private List<String> why() {
    return Explanation.of("s", plan, watch, elsewhere.negate(), NOW);
  }

  @Test
  void namesThePartitionThatDeliveredNothing() {
    decided(0, new Decision.What.Admitted(1, 0, NOW), 30 * SECOND);

    assertThat(why())
        .containsExactly(
            "stream s: nothing is complete yet",
            "  held back by key group 0 of stream s, which has not reported",
            "  held back by partition b.csv of source in, which has not reported",
            "    why: no record was read from it yet",
            "    released: by its first record, or its end");
  }

  @Test
  void namesTheTolerancesThatHoldTheSlowerPartition() {
    decided(0, new Decision.What.Admitted(1, 0, NOW - 7 * SECOND), 30 * SECOND);
    decided(1, new Decision.What.Admitted(1, 0, NOW), 50 * SECOND);
    watch.reported(NOW - 4 * SECOND, GROUP, 30 * SECOND);

    assertThat(why())
        .containsExactly(
            "stream s: complete before 1970-01-01T00:00:30Z",
            "  held back by key group 0 of stream s, at 1970-01-01T00:00:30Z since"
                + " 1970-01-01T00:16:36Z (4 s ago)",
            "  held back by partition a.csv of source in, at 1970-01-01T00:00:30Z since"
                + " 1970-01-01T00:16:35Z (5 s ago)",
            "    why: the largest time it admitted is 1970-01-01T00:00:32Z, less out-of-order = 2s;"
                + " its last arrival is 1970-01-01T00:00:40Z, less late = 1m",
            "    its last records were read 1970-01-01T00:16:33Z (7 s ago)",
            "    released: by later records, or its end");
  }

  @Test
  void namesTheEstimateThatMovedAQuietPartition() {
    decided(0, new Decision.What.Estimated(90 * SECOND), 30 * SECOND);
    decided(1, new Decision.What.Admitted(1, 0, NOW), 50 * SECOND);
    watch.reported(NOW - 4 * SECOND, GROUP, 30 * SECOND);
    String estimate =
        "an idle estimate moved it to 1970-01-01T00:00:30Z at 1970-01-01T00:16:31Z (9 s ago): no"
            + " record came, so its arrival clock is taken to stand at 1970-01-01T00:01:30Z, less"
            + " late = 1m";

    assertThat(why()).contains("    why: " + estimate).doesNotContain("the largest time");

    // Rows that come afterwards do not undo it.
    decided(0, new Decision.What.Admitted(1, 0, NOW), 30 * SECOND);
    assertThat(why())
        .contains(
            "    why: " + estimate,
            "    its last records were read 1970-01-01T00:16:40Z (0 s ago)");

    watch.reported(NOW, partition(0), 20 * SECOND);
    watch.reported(NOW, GROUP, 20 * SECOND);
    decided(0, new Decision.What.Admitted(1, 0, NOW), 60 * SECOND);
    assertThat(why()).noneMatch(line -> line.contains("estimate"));
  }

  @Test
  void namesAKeyGroupWhoseRowsAreOnTheirWay() {
    decided(0, new Decision.What.Admitted(1, 0, NOW), 30 * SECOND);
    decided(1, new Decision.What.Admitted(1, 0, NOW), 50 * SECOND);
    watch.reported(NOW, GROUP, 20 * SECOND);

    assertThat(why())
        .contains("    why: rows that it computed are on their way to whoever reads them");
  }

  @Test
  void namesATimerThatHoldsResultsBack() {
    decided(0, new Decision.What.Admitted(1, 0, NOW), 30 * SECOND);
    decided(1, new Decision.What.Admitted(1, 0, NOW), 50 * SECOND);
    watch.reported(NOW, GROUP, 20 * SECOND);
    String timer = "    why: a timer of key k was set for t at 1970-01-01T00:10:00Z";

    watch.held(GROUP, new Holding("k", "t at 1970-01-01T00:10:00Z", 20 * SECOND, false));
    assertThat(why())
        .anyMatch(line -> line.startsWith(timer))
        .anyMatch(line -> line.startsWith("    released: when progress is there"))
        .anyMatch(line -> line.startsWith("  held back by partition a.csv"));

    watch.held(GROUP, new Holding("k", "t at 1970-01-01T00:10:00Z", 20 * SECOND, true));
    assertThat(why())
        .anyMatch(line -> line.startsWith(timer))
        .anyMatch(line -> line.startsWith("    released: when the clock is there"))
        .noneMatch(line -> line.startsWith("  held back by partition"));

    watch.held(GROUP, null);
    assertThat(why()).noneMatch(line -> line.contains("timer"));
  }

  @Test
  void namesElementsOnTheirWayFromAPartition() {
    decided(1, new Decision.What.Ended(50 * SECOND), Time.MAX);
    watch
        .source("in")
        .decided(
            NOW,
            partition(0),
            new Decision(
                2,
                new Decision.What.Admitted(1, 0, NOW),
                Offset.START,
                new AdmissionState(0, Time.MIN, 0, 40 * SECOND),
                new AdmissionCounts()));
    watch.reported(NOW, partition(0), 30 * SECOND);
    watch.reported(NOW, GROUP, 30 * SECOND);

    assertThat(why())
        .contains(
            "    why: its own watermark is 1970-01-01T00:00:40Z, but elements before it are on"
                + " their way or held in windows or by timers");
  }

  /** A node of several knows its own members only, and must not take the others for silent. */
  @Test
  void sendsToOtherNodesForWhatIsThere() {
    decided(0, new Decision.What.Admitted(1, 0, NOW), 50 * SECOND);
    watch.reported(NOW, GROUP, 30 * SECOND);

    elsewhere = member -> member.equals(partition(1));
    assertThat(why())
        .hasSize(3)
        .last()
        .isEqualTo("    why: what it reads from is on other nodes: ask them");

    elsewhere = member -> member.equals(GROUP);
    assertThat(why()).containsExactly("stream s: who computes it is on other nodes: ask them");
  }

  @Test
  void saysWhenNothingHoldsAStreamBack() {
    watch.reported(NOW, GROUP, Time.MAX);

    assertThat(why()).containsExactly("stream s: complete, nothing holds it back");
  }

  @Test
  void keepsTheMomentAProgressWasFirstReported() {
    watch.reported(1 * SECOND, GROUP, 7);
    watch.reported(2 * SECOND, GROUP, 7);
    watch.reported(3 * SECOND, GROUP, 5);

    assertThat(watch.report(GROUP)).isEqualTo(new RunWatch.Reported(7, 1 * SECOND));
  }

  @Test
  void refusesAStreamThatIsNotThere() {
    assertThatThrownBy(() -> Explanation.of("t", plan, watch, elsewhere.negate(), NOW))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
