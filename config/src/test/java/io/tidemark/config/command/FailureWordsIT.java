package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a real process says, its log included, when something outside fails: words for whoever runs
 * it, no stack traces, and each thing once.
 */
@Timeout(120)
class FailureWordsIT {
  private static final String PIPELINE =
      """
      pipeline {
        name = p
        sources.in { paths = ["in.csv"], event-time { column = at } }
        streams.counts { from = in, key-by = [device], window { tumbling = 1m }
          select = ["count() as n"] }
        sinks.counts { from = counts, format = csv, path = SINK }
      }
      """;

  @TempDir Path folder;

  private Process run(String sink) throws IOException {
    writeInput();
    return start(List.of(), sink);
  }

  private void writeInput() throws IOException {
    StringBuilder rows = new StringBuilder("device,at\n");
    for (int i = 0; i < 20_000; i++) {
      rows.append("device-with-a-long-name-").append(i).append(",2024-01-01T00:00:00Z\n");
    }
    Files.writeString(folder.resolve("in.csv"), rows);
  }

  private Process start(List<String> prefix, String sink) throws IOException {
    Path pipeline = Files.writeString(folder.resolve("p.conf"), PIPELINE.replace("SINK", sink));
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Dlogback.configurationFile="
                + Path.of("src", "main", "resources", "logback.xml").toAbsolutePath(),
            "-cp",
            System.getProperty("java.class.path"),
            "io.tidemark.config.Main",
            "run",
            pipeline.toString()));
    return new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
  }

  private String ended(Process run) throws Exception {
    return ended(run, ExitStatus.FAILED);
  }

  private String ended(Process run, int status) throws Exception {
    assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
    String said = Files.readString(folder.resolve("err"));
    assertThat(run.exitValue()).as(said).isEqualTo(status);
    assertThat(said).doesNotContain("\tat ", "Exception", "Pekko", "Supervisor");
    return said;
  }

  @Test
  void aReaderThatGoesAwayIsToldOfOnce() throws Exception {
    Process run = run("\"-\"");
    run.getInputStream().close();

    assertThat(ended(run))
        .containsOnlyOnce("Broken pipe")
        .contains("tidemark: failed: sink/counts");
  }

  @Test
  void aDiskThatIsNearlyFullIsToldOfByTheJournalAndTheRun() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve(".tidemark"), "64m")) {
      String said = ended(run("out.csv"));

      assertThat(said.split("disk is nearly full", -1)).as(said).hasSize(1 + 2);
      assertThat(disk).isNotNull();
    }
  }

  /** Root may read everything unless it gives that up. */
  private List<String> bound() throws IOException {
    Path locked = Files.writeString(folder.resolve("locked"), "");
    Files.setPosixFilePermissions(locked, Set.of());
    if (!Files.isReadable(locked)) {
      return List.of();
    }
    Assumptions.assumeTrue(Files.exists(Path.of("/usr/bin/setpriv")), "root may read everything");
    return List.of("/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search");
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "interrupted"})
  void aFileThatCouldBeReadLastTimeIsNamed(String status) throws Exception {
    assertThat(ended(run("out.csv"), ExitStatus.COMPLETE)).contains("20,000 records read");
    Path state = folder.resolve(".tidemark/p/run.json");
    Files.writeString(state, Files.readString(state).replace("complete", status));
    Files.setPosixFilePermissions(folder.resolve("in.csv"), Set.of());

    String said = ended(start(bound(), "out.csv"), ExitStatus.REFUSED);

    assertThat(said).contains("in.csv").contains("access is denied").doesNotContain("the state");
  }

  @Test
  void aStateThatCannotBeReadIsNamed() throws Exception {
    ended(run("out.csv"), ExitStatus.COMPLETE);
    Files.setPosixFilePermissions(folder.resolve(".tidemark/p/run.json"), Set.of());

    assertThat(ended(start(bound(), "out.csv"), ExitStatus.REFUSED))
        .contains("run.json: cannot be read: access is denied; restore it, or discard");
  }
}
