package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs of processes of their own, interrupted and gone on with, are executed again. */
@Timeout(120)
class ReplayIT {
  private static final int ROWS = 2_000;

  @TempDir private Path folder = Path.of("");

  private Path pipeline(String substreams) throws IOException {
    String text =
        """
        pipeline {
          name = live
          sources.in {
            paths = ["in.csv"], follow = on
            event-time.column = at
            time { early = 1h, late = 1s, out-of-order = 1s, idle-tick = 200ms%s }
          }
          streams.counts { from = in, key-by = [device], window { tumbling = 1s }
            select = ["count() as n"] }
          sinks.counts { from = counts, path = "counts.csv" }
          sinks.rejected { from = in.diagnostics, path = "rejected.csv" }
        }
        """;
    return Files.writeString(folder.resolve("p.conf"), text.formatted(substreams));
  }

  private void append(String header) throws IOException {
    StringBuilder rows = new StringBuilder(header);
    Instant now = Instant.now();
    for (int i = 0; i < ROWS; i++) {
      Instant at = now.plusMillis(i % 900).minusSeconds(i % 50 == 0 ? 60 : 0);
      rows.append("dev").append(i % 7).append(',').append(at).append('\n');
    }
    Files.writeString(
        folder.resolve("in.csv"), rows, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void check(String substreams) throws Exception {
    Instant begin = Instant.now();
    append("device,at\n");
    Path pipeline = pipeline(substreams);
    try (RunProcess run = RunProcess.start(folder, "run", pipeline)) {
      // Nothing follows: only idle estimates end these windows.
      run.awaitRows("counts.csv", 7);
      Invocation held = replay(pipeline, run);
      assertThat(held.status()).as(held.out()).isEqualTo(ExitStatus.REFUSED);
      assertThat(held.err()).contains("is held by a running process: pid=" + run.process().pid());
      append("");
      run.terminate();
      assertIdentical(replay(pipeline, run));
    }
    long rows = Files.readString(folder.resolve("run/counts.csv")).lines().count() - 1;
    append("");
    try (RunProcess run = RunProcess.start(folder, "run", pipeline)) {
      run.awaitRows("counts.csv", rows + 7);
      run.signal("KILL");
      assertThat(run.process().waitFor()).isEqualTo(128 + 9);
      assertIdentical(replay(pipeline, run));
      Invocation early = replay(pipeline, run, "--until", begin.minusSeconds(3_600).toString());
      assertIdentical(early);
      assertThat(early.out()).contains("the time\n", "counts    0 ", "counts  0             -\n");
      Invocation late = replay(pipeline, run, "--until", begin.plusSeconds(86_400).toString());
      assertIdentical(late);
      assertThat(late.out()).contains("the end of the recording\n");
    }
    assertThat(shown("partition/in/0")).contains("estimate");
  }

  private Invocation replay(Path pipeline, RunProcess run, String... options) {
    List<String> args = new ArrayList<>(List.of("replay", pipeline.toString()));
    args.addAll(List.of("--out", folder.resolve(run.name()).toString()));
    args.addAll(List.of("--state", run.state().toString()));
    args.addAll(List.of(options));
    return Invocation.of(args.toArray(String[]::new));
  }

  private static void assertIdentical(Invocation replay) {
    assertThat(replay.status()).as(replay.out() + replay.err()).isZero();
    assertThat(replay.out()).startsWith("identical");
  }

  @Test
  void aFollowedRunWithIdleEstimatesIsIdenticalInterruptedAndKilled() throws Exception {
    check("");
  }

  /** What its timers find depends on the clock; where they ran is recorded. */
  @Test
  void soIsOneWithTimersByTheClock() throws Exception {
    String text =
        """
        pipeline {
          name = live
          sources.in { paths = ["in.csv"], follow = on, event-time.column = at
            time { early = 1h, late = 1s, out-of-order = 1s, idle-tick = 200ms } }
          streams.overdue { from = in, key-by = [device], transform = "io.tidemark.config.command.Overdue" }
          sinks.overdue { from = overdue, path = "overdue.csv" }
        }
        """;
    Path pipeline = Files.writeString(folder.resolve("p.conf"), text);
    Files.writeString(folder.resolve("in.csv"), "device,at\n");
    long rows = 0;
    for (boolean killed : List.of(true, false)) {
      try (RunProcess run = RunProcess.start(folder, "run", pipeline)) {
        for (int i = 0; i < 3; i++) {
          appendNow();
          rows += 5;
          run.awaitRows("overdue.csv", rows);
          appendNow();
        }
        if (killed) {
          run.signal("KILL");
          assertThat(run.process().waitFor()).isEqualTo(128 + 9);
        } else {
          run.terminate();
        }
        assertIdentical(replay(pipeline, run));
      }
    }
    assertThat(shown("keygroup/overdue/0")).contains("timers ran by the clock at 2");
  }

  private String shown(String entity) {
    String state = folder.resolve("run-state").toString();
    return Invocation.of("journal", "show", "--state", state, entity).out();
  }

  private void appendNow() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      rows.append("dev").append(i).append(',').append(Instant.now()).append('\n');
    }
    Files.writeString(folder.resolve("in.csv"), rows, StandardOpenOption.APPEND);
  }

  @Test
  void soIsOneInSubstreams() throws Exception {
    check(", substreams = [device]");
  }
}
