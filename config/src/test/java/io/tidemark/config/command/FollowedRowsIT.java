package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rows without a key of a source that goes on: asked about, killed, gone on with. */
@Timeout(120)
class FollowedRowsIT {
  @TempDir private Path folder = Path.of("");

  private void append(String header) throws IOException {
    StringBuilder rows = new StringBuilder(header);
    Instant now = Instant.now();
    for (int i = 0; i < 1_000; i++) {
      rows.append(now.plusMillis(i % 900)).append(',').append(i % 4).append('\n');
    }
    Files.writeString(
        folder.resolve("in.csv"), rows, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void theyAreToldOfAndGoOnAfterAKill() throws Exception {
    append("at,value\n");
    Path pipeline =
        Files.writeString(
            folder.resolve("p.conf"),
            """
            pipeline {
              sources.in { paths = ["in.csv"], follow = on, event-time.column = at, columns { value = long }
                time { early = 1h, late = 1s, out-of-order = 1s, idle-tick = 200ms } }
              streams.odd { from = in, where = "value % 2 == 1", select = ["value + 1 as next"] }
              sinks.odd { from = odd, path = "odd.csv" }
            }
            """);
    try (RunProcess run = RunProcess.start(folder, "run", pipeline)) {
      run.awaitRows("odd.csv", 500);
      String state = run.state().toString();
      Invocation one = Invocation.of("why", pipeline.toString(), "odd", "--state", state);
      assertThat(one.out()).as(one.err()).startsWith("source in: complete before 20");
      Invocation all = Invocation.of("why", pipeline.toString(), "--state", state);
      assertThat(all.out())
          .as(all.err())
          .startsWith("rows of sink odd: complete before 20")
          .contains("held back by partition in.csv of source in");
      run.signal("KILL");
      assertThat(run.process().waitFor()).isEqualTo(128 + 9);
    }
    append("");
    try (RunProcess run = RunProcess.start(folder, "run", pipeline)) {
      run.awaitRows("odd.csv", 1_000);
      run.terminate();
      assertThat(Files.readString(run.output("odd.csv")).lines()).hasSize(1_001);
      Invocation replay =
          Invocation.of(
              "replay",
              pipeline.toString(),
              "--out",
              folder.resolve("run").toString(),
              "--state",
              run.state().toString());
      assertThat(replay.out()).as(replay.err()).startsWith("identical");
    }
  }
}
