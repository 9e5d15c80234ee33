package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
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
  private static final String WINDOWS = "windows.csv";
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

  /** Runs to the end without being disturbed, or goes on so. */
  private RunProcess complete(String name) throws Exception {
    try (RunProcess run = RunProcess.start(folder, name, fast())) {
      assertThat(run.process().waitFor()).as(run::said).isZero();
      return run;
    }
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
    try (RunProcess run = RunProcess.start(folder, "signalled", slow(""))) {
      run.awaitRows(WINDOWS, 50);

      run.signal(signal);

      assertThat(run.ended()).as(run::said).isEqualTo(status);
      String said = run.said();
      assertThat(said)
          .contains("stopping: nothing more is read")
          .contains("stopped; the same command goes on with the run");
      assertThat(run.state().resolve("run.json")).content().containsIgnoringCase("interrupted");
      Matcher source = WATERMARK.matcher(said);
      assertThat(source.find()).as(said).isTrue();
      assertThat(Long.parseLong(source.group(1).replace(",", ""))).isLessThan(ROWS);
      List<String> drained = Files.readAllLines(run.output(WINDOWS));

      Path undisturbed = complete("undisturbed").output(WINDOWS);
      assertThat(complete("signalled").said()).contains("going on with the interrupted run");
      assertThat(run.output(WINDOWS)).hasSameBinaryContentAs(undisturbed);
      // Every window that was final at the last decision was in the output.
      Instant watermark = Instant.parse(source.group(2));
      List<String> whole = Files.readAllLines(undisturbed);
      List<String> last =
          whole.stream().skip(1).filter(row -> !end(row).isAfter(watermark)).toList();
      assertThat(drained.subList(1, drained.size())).isEqualTo(last);
    }
  }

  private static Instant end(String row) {
    return Instant.parse(row.split(",", -1)[1]);
  }

  @Test
  void aRunThatFollowsEndsWithASignal() throws Exception {
    try (RunProcess run = RunProcess.start(folder, "following", slow("follow = on"))) {
      run.awaitRows(WINDOWS, 50);

      run.terminate();
    }
  }
}
