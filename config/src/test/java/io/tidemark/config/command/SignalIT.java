package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process is asked to end by a real signal: it drains, and goes on when it is run again. */
@Timeout(180)
class SignalIT {
  private static final int ROWS = 800_000;
  private static final Pattern WATERMARK =
      Pattern.compile("^readings +([\\d,]+) .* (\\S+Z)$", Pattern.MULTILINE);

  @TempDir Path folder;

  @BeforeEach
  void writeReadings() throws IOException {
    Random random = new Random(42);
    StringBuilder rows = new StringBuilder("device,at,received,value\n");
    long clock = 1_700_000_000_000L;
    for (int i = 0; i < ROWS; i++) {
      clock += random.nextInt(20);
      rows.append("dev").append(random.nextInt(50)).append(',');
      rows.append(clock - random.nextInt(3_000)).append(',').append(clock).append(",1\n");
    }
    Files.writeString(folder.resolve("in.csv"), rows);
  }

  /** Not in the largest batches, so that there is time to end it; their size changes no result. */
  private Path slow(String settings) throws IOException {
    return pipeline("slow", "batch-size = 5000", settings);
  }

  private Path fast() throws IOException {
    return pipeline("fast", "", "");
  }

  private Path pipeline(String name, String batches, String settings) throws IOException {
    String text =
        """
        pipeline {
          name = signalled
          %s
          sources.readings {
            paths = ["in.csv"], columns { value = long }
            event-time { column = at, format = epoch-millis }
            arrival-time { column = received, format = epoch-millis }
            time { out-of-order = 3s }
            %s
          }
          streams.windows {
            from = readings, key-by = [device], window { tumbling = 10s }
            select = ["count() as n", "sum(value) as total"]
          }
          sinks.windows { from = windows, path = "windows.csv" }
        }
        """;
    return Files.writeString(folder.resolve(name + ".conf"), text.formatted(batches, settings));
  }

  private Process start(String name, Path pipeline) throws IOException {
    return JavaProcess.run(folder, name, pipeline);
  }

  private Path log(String name) {
    return JavaProcess.log(folder, name);
  }

  private Path output(String name) {
    return folder.resolve(name).resolve("windows.csv");
  }

  /** Waits until so many rows are in the output. */
  private void awaitRows(String name, Process process, int rows) throws Exception {
    while (!Files.exists(output(name)) || Files.readAllLines(output(name)).size() <= rows) {
      assertThat(process.waitFor(20, TimeUnit.MILLISECONDS)).as("ended too soon").isFalse();
    }
  }

  private static void signal(Process process, String signal) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private void assertNextRunGivesTheSameBytes(String name) throws Exception {
    assertThat(start("undisturbed", fast()).waitFor()).isZero();
    assertThat(start(name, fast()).waitFor()).isZero();
    assertThat(log(name)).content().contains("going on with the interrupted run");
    assertThat(output(name)).hasSameBinaryContentAs(output("undisturbed"));
  }

  @Test
  void aTerminatedRunCommitsWhatItHasReadAndGoesOnLater() throws Exception {
    check("TERM", 0);
  }

  @Test
  @Tag("long")
  void anInterruptedRunCommitsWhatItHasReadAndGoesOnLater() throws Exception {
    check("INT", 130);
  }

  private void check(String signal, int status) throws Exception {
    Process process = start("signalled", slow(""));
    awaitRows("signalled", process, 50);

    signal(process, signal);

    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(status);
    String said = Files.readString(log("signalled"));
    assertThat(said)
        .contains("stopping: nothing more is read")
        .contains("stopped; the same command goes on with the run");
    assertThat(folder.resolve("signalled-state").resolve("run.json"))
        .content()
        .containsIgnoringCase("interrupted");
    Matcher source = WATERMARK.matcher(said);
    assertThat(source.find()).as(said).isTrue();
    assertThat(Long.parseLong(source.group(1).replace(",", ""))).isLessThan(ROWS);
    List<String> drained = Files.readAllLines(output("signalled"));

    assertNextRunGivesTheSameBytes("signalled");
    // Every window that was final at the last decision was in the output.
    Instant watermark = Instant.parse(source.group(2));
    List<String> whole = Files.readAllLines(output("undisturbed"));
    List<String> last = whole.stream().skip(1).filter(row -> !end(row).isAfter(watermark)).toList();
    assertThat(drained.subList(1, drained.size())).isEqualTo(last);
  }

  private static Instant end(String row) {
    return Instant.parse(row.split(",", -1)[1]);
  }

  @Test
  void aRunThatFollowsEndsWithASignal() throws Exception {
    Process process = start("following", slow("follow = on"));
    awaitRows("following", process, 50);

    signal(process, "TERM");

    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(log("following"))
        .content()
        .contains("stopped; the same command goes on with the run");
  }
}
