package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process is killed at random moments of a run, again and again, and started again. */
class KillIT {
  private static final long SEED = Long.getLong("tidemark.seed", 7L);
  private static final int KILLED = 128 + 9;

  @TempDir Path folder;

  @Test
  void aRunKilledThreeTimesWritesWhatAnUndisturbedOneWrites() throws Exception {
    check(60_000, 3, "");
  }

  @Test
  @Tag("long")
  void aRunOverAMillionEventsKilledTwentyTimesWritesWhatAnUndisturbedOneWrites() throws Exception {
    check(1_000_000, 20, "");
  }

  @Test
  @Tag("long")
  void aRunInSubstreamsKilledTenTimesWritesWhatAnUndisturbedOneWrites() throws Exception {
    check(150_000, 10, "partitions = 2, partition-by = [device]");
  }

  private void check(int events, int kills, String layout) throws Exception {
    generate(events);
    Path pipeline = folder.resolve("pipeline.conf");
    Files.writeString(pipeline, pipeline(layout));
    long startNanos = System.nanoTime();
    assertThat(run("undisturbed", Long.MAX_VALUE)).isZero();
    long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);

    Random random = new Random(SEED);
    int done = 0;
    boolean complete = false;
    while (done < kills || !complete) {
      // From before the first batch to after the last: a resumed run has less left to do. One that
      // completes before it would be killed has to be right, and the next begins anew.
      long after =
          done < kills ? 500 + random.nextLong(Math.max(1, tookMillis / 2)) : Long.MAX_VALUE;
      int exit = run("killed", after);
      complete = exit != KILLED;
      if (complete) {
        assertThat(exit).as("seed=%d, kills=%d", SEED, done).isZero();
        assertSame(done);
      } else {
        done++;
      }
    }
  }

  private void assertSame(int kills) {
    for (String name : List.of("windows.csv", "rejected.csv")) {
      assertThat(folder.resolve("killed").resolve(name))
          .as("seed=%d, kills=%d", SEED, kills)
          .hasSameBinaryContentAs(folder.resolve("undisturbed").resolve(name));
    }
  }

  private int run(String name, long killAfterMillis) throws IOException, InterruptedException {
    Process process = JavaProcess.run(folder, name, folder.resolve("pipeline.conf"));
    boolean ended =
        killAfterMillis == Long.MAX_VALUE
            ? process.waitFor() >= 0
            : process.waitFor(killAfterMillis, TimeUnit.MILLISECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    int exit = process.waitFor();
    assertThat(exit).as(() -> JavaProcess.said(folder, name)).isIn(0, KILLED);
    return exit;
  }

  private void generate(int events) throws IOException {
    for (int file = 0; file < 2; file++) {
      Random random = new Random(42 + file);
      StringBuilder rows = new StringBuilder("device,at,received,value\n");
      long clock = 1_700_000_000_000L;
      for (int i = 0; i < events / 2; i++) {
        clock += random.nextInt(20);
        long behind = random.nextInt(200) == 0 ? 23_000 : random.nextInt(3_000);
        rows.append("dev").append(random.nextInt(500)).append(',').append(clock - behind);
        rows.append(',').append(clock).append(',').append(random.nextInt(10_000) / 100.0);
        rows.append('\n');
      }
      Files.writeString(folder.resolve("part" + file + ".csv"), rows);
    }
  }

  private static String pipeline(String layout) {
    String substreams = layout.isEmpty() ? "" : ", substreams = [device]";
    return """
    pipeline {
      name = killed
      sources.readings {
        format = csv, paths = ["part*.csv"]
        %s
        columns { value = double }
        event-time { column = at, format = epoch-millis }
        arrival-time { column = received, format = epoch-millis }
        time { early = 5m, late = 10s, out-of-order = 2s, on-out-of-order = drop%s }
      }
      streams.windows {
        from = readings, key-by = [device], window { tumbling = 10s }
        select = ["count() as n", "avg(value) as mean", "max(value) as peak"]
      }
      sinks.windows { from = windows, format = csv, path = "windows.csv" }
      sinks.rejected { from = readings.diagnostics, format = csv, path = "rejected.csv" }
    }
    """
        .formatted(layout, substreams);
  }
}
