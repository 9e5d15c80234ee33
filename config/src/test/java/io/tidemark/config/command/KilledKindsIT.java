package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run with a stream of each kind is killed, goes on, and writes what an undisturbed one does. */
@Timeout(180)
class KilledKindsIT {
  private static final int ROWS = 12_000;
  private static final int KILLED = 128 + 9;

  private static final List<String> OUTPUTS =
      List.of("hot.csv", "pairs.csv", "latest.csv", "ups.csv", "visits.csv", "all.csv");

  private static final String PIPELINE =
      """
      pipeline {
        name = killed
        sources.one { paths = ["one.csv"], columns { value = double }, event-time { column = at, format = epoch-millis }
          time { out-of-order = 2s, on-out-of-order = drop } }
        sources.two { paths = ["two.csv"], columns { value = double }, event-time { column = at, format = epoch-millis }
          time { out-of-order = 2s, on-out-of-order = drop } }
        streams.all { from = [one, two], select = ["device", "value", "value * 1.8 + 32.0 as fahrenheit"] }
        streams.hot { from = all, where = "fahrenheit > 200.0" }
        streams.pairs { join { left = one, right = two, on = [device], within { lower = -100ms, upper = 100ms }, type = left }
          select = ["left.device", "left.value as one", "right.value as two"] }
        streams.latest { as-of { left = hot, right = pairs, on = [device] }, select = ["left.device", "left.value", "right.one"] }
        streams.ups { from = all, key-by = [device], transform = "io.tidemark.config.command.Ups" }
        streams.visits { from = one, key-by = [device], window { session { gap = 1s } }
          select = ["count() as n", "percentile(0.9, value) as high", "top(2, value * 2.0) as twice"] }
        sinks.hot { from = hot, path = "hot.csv" }
        sinks.pairs { from = pairs, path = "pairs.csv" }
        sinks.latest { from = latest, path = "latest.csv" }
        sinks.ups { from = ups, path = "ups.csv" }
        sinks.visits { from = visits, path = "visits.csv" }
        sinks.all { from = all, path = "all.csv" }
      }
      """;

  @TempDir private Path folder = Path.of("");

  @Test
  void writesWhatAnUndisturbedRunWrites() throws Exception {
    Path pipeline = Files.writeString(folder.resolve("p.conf"), PIPELINE);
    generate("one.csv", 1);
    generate("two.csv", 2);
    long startNanos = System.nanoTime();
    assertThat(JavaProcess.run(folder, "undisturbed", pipeline).waitFor())
        .as(() -> JavaProcess.said(folder, "undisturbed"))
        .isZero();
    long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    int kills = 0;
    for (int share = 5; share <= 7; share++) {
      try (RunProcess run = RunProcess.start(folder, "killed", pipeline)) {
        if (!run.process().waitFor(tookMillis * share / 10, TimeUnit.MILLISECONDS)) {
          run.signal("KILL");
          kills += run.process().waitFor() == KILLED ? 1 : 0;
        }
      }
    }
    assertThat(kills).as("kills").isPositive();
    try (RunProcess run = RunProcess.start(folder, "killed", pipeline)) {
      assertThat(run.ended()).as(run::said).isZero();
      for (String output : OUTPUTS) {
        assertThat(run.output(output))
            .hasSameBinaryContentAs(folder.resolve("undisturbed").resolve(output));
        assertThat(Files.size(run.output(output))).as(output).isGreaterThan(1_000);
      }
      Invocation replay =
          Invocation.of(
              "replay",
              pipeline.toString(),
              "--out",
              folder.resolve("killed").toString(),
              "--state",
              run.state().toString());
      assertThat(replay.out()).as(replay.err()).startsWith("identical");
    }
  }

  private void generate(String file, int seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder rows = new StringBuilder("device,at,value\n");
    long clock = 1_700_000_000_000L;
    for (int i = 0; i < ROWS; i++) {
      clock += random.nextInt(20);
      rows.append("dev").append(random.nextInt(50)).append(',');
      rows.append(clock - random.nextInt(2_500)).append(',');
      rows.append(random.nextInt(20) == 0 ? "" : random.nextInt(10_000) / 100.0).append('\n');
    }
    Files.writeString(folder.resolve(file), rows);
  }
}
