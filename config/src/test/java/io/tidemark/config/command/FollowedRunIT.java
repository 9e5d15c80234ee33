package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process that follows a file which grows while it runs, and while it does not. */
@Timeout(120)
class FollowedRunIT {
  private static final int ROWS = 3_000;

  @TempDir private Path folder = Path.of("");

  /** No bound for late: the wall clock moves nothing, so both ways to read decide alike. */
  private Path pipeline(String name, String reading) throws IOException {
    String text =
        """
        pipeline {
          name = grown
          sources.in {
            paths = ["%s.csv"], columns { value = long }, %s
            event-time { column = at, format = epoch-millis }
            arrival-time { column = received, format = epoch-millis }
            time { early = 1m, late = unbounded, out-of-order = 2s, on-out-of-order = drop }
          }
          streams.sums { from = in, key-by = [device], window { tumbling = 10s }
            select = ["count() as n", "sum(value) as total"] }
          sinks.sums { from = sums, path = "sums.csv" }
          sinks.keyed { from = sums, path = "keyed.csv", order = key }
          sinks.rejected { from = in.diagnostics, path = "rejected.csv" }
        }
        """;
    return Files.writeString(folder.resolve(name + ".conf"), text.formatted(name, reading));
  }

  /** Some rows are too early, some out of order; the last is an hour after the others. */
  private static byte[] rows() {
    Random random = new Random(42);
    StringBuilder rows = new StringBuilder("device,at,received,value\n");
    long clock = 1_700_000_000_000L;
    for (int i = 0; i < ROWS; i++) {
      clock += random.nextInt(400);
      long at = clock - random.nextInt(random.nextInt(40) == 0 ? 9_000 : 2_000);
      at += random.nextInt(60) == 0 ? 120_000 : 0;
      rows.append("dev").append(random.nextInt(9)).append(',').append(at).append(',');
      rows.append(clock).append(',').append(random.nextInt(100)).append('\n');
    }
    clock += 3_600_000;
    rows.append("dev0,").append(clock).append(',').append(clock).append(",1\n");
    return rows.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void append(byte[] rows) throws IOException {
    Files.write(
        folder.resolve("followed.csv"), rows, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void writesWhatOneRunOverTheWholeFileWrites() throws Exception {
    byte[] rows = rows();
    // Rows are cut in the middle.
    int first = rows.length / 3 + 7;
    int second = 2 * rows.length / 3 + 11;
    assertThat(rows[first - 1]).isNotEqualTo((byte) '\n');
    assertThat(rows[second - 1]).isNotEqualTo((byte) '\n');
    Files.write(folder.resolve("whole.csv"), rows);
    Path out = folder.resolve("whole");
    Invocation whole =
        Invocation.of(
            "run",
            pipeline("whole", "flush-at-end = watermark").toString(),
            "--out",
            out.toString());
    assertThat(whole.status()).as(whole.err()).isZero();
    long windows = Files.readString(out.resolve("sums.csv")).lines().count() - 1;
    assertThat(windows).isGreaterThan(200);
    Path following = pipeline("followed", "follow = on");
    append(Arrays.copyOfRange(rows, 0, first));

    try (RunProcess run = RunProcess.start(folder, "followed", following)) {
      run.awaitRows("sums.csv", windows / 4);
      run.terminate();
    }
    append(Arrays.copyOfRange(rows, first, second));
    try (RunProcess run = RunProcess.start(folder, "followed", following)) {
      run.awaitRows("sums.csv", windows / 2);
      append(Arrays.copyOfRange(rows, second, rows.length));
      run.awaitRows("sums.csv", windows);
      run.terminate();
      assertThat(run.said()).contains("going on with the interrupted run");

      assertThat(run.output("sums.csv")).hasSameBinaryContentAs(out.resolve("sums.csv"));
      // Which name the file has.
      assertThat(
              Files.readString(run.output("rejected.csv")).replace(",followed.csv,", ",whole.csv,"))
          .isEqualTo(Files.readString(out.resolve("rejected.csv")))
          .contains(",early,", ",order,");
      assertThat(Files.readAllLines(run.output("keyed.csv")))
          .containsExactlyInAnyOrderElementsOf(Files.readAllLines(out.resolve("keyed.csv")));
    }
  }
}
