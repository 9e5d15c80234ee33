package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.config.JavaProcess;
import io.tidemark.config.launch.BlockedRun.Point;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A process is killed with SIGKILL at the worst moments; the run goes on to the same bytes. */
class KilledProcessIT {
  private static final long SEED = Long.getLong("tidemark.seed", 3L);
  private static final int KILLED = 128 + 9;
  private static final int LOG_BLOCK_BYTES = 32 << 10;

  @TempDir static Path folder;
  private static Path batches = Path.of("");

  /** The same in batches of one row: so many that a partition makes a snapshot. */
  private static Path rows = Path.of("");

  @BeforeAll
  static void runUndisturbed() throws Exception {
    DisorderedFiles.write(folder, SEED, 4_300, 300);
    batches = DisorderedFiles.pipeline(folder, 25);
    rows = DisorderedFiles.pipeline(folder, 1);
    assertThat(goOn("undisturbed", batches)).doesNotContain("going on");
  }

  private static Path state(String name) {
    return folder.resolve(name + "-state");
  }

  /** Runs as the command does, or goes on; what it said. */
  private static String goOn(String name, Path pipeline) throws Exception {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    Launch launch =
        new Launch(
            TappedRun.request(pipeline, folder.resolve(name), state(name)),
            OutputStream.nullOutputStream(),
            new PrintStream(messages, true, StandardCharsets.UTF_8),
            false);
    assertThat(launch.run().ending())
        .as(messages.toString(StandardCharsets.UTF_8))
        .isEqualTo(Ending.COMPLETE);
    return messages.toString(StandardCharsets.UTF_8);
  }

  private static void kill(String name, Path pipeline, Point point, int which) throws Exception {
    Process process =
        JavaProcess.of(
                "io.tidemark.config.launch.BlockedRun",
                pipeline.toString(),
                folder.resolve(name).toString(),
                state(name).toString(),
                point.name(),
                Integer.toString(which))
            .redirectError(JavaProcess.log(folder, name).toFile())
            .start();
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(said.readLine())
          .as(() -> JavaProcess.said(folder, name))
          .isEqualTo(BlockedRun.HERE);
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).isEqualTo(KILLED);
  }

  private static void assertSame(String name) {
    for (String file : DisorderedFiles.OUTPUTS) {
      assertThat(folder.resolve(name).resolve(file))
          .as("seed=%d", SEED)
          .hasSameBinaryContentAs(folder.resolve("undisturbed").resolve(file));
    }
  }

  @ParameterizedTest
  @Tag("long")
  @EnumSource(names = {"IN_SNAPSHOT", "AFTER_SNAPSHOT"})
  void aKillDuringASnapshotLeavesNoTrace(Point point) throws Exception {
    String name = point.name();
    kill(name, rows, point, 1);

    assertThat(goOn(name, rows)).contains("going on with the interrupted run");

    assertSame(name);
  }

  @ParameterizedTest
  @CsvSource({"APPENDED, 5", "SYNCED, 7"})
  void aKillDuringACommitOfASinkLeavesNoTrace(Point point, int which) throws Exception {
    String name = point.name();
    kill(name, batches, point, which);

    assertThat(goOn(name, batches)).contains("going on with the interrupted run");

    assertSame(name);
  }

  /** What a kill in the middle of a write leaves: the start of a record, and nothing after it. */
  @Test
  void aTornEndOfTheJournalIsDroppedAloudAndLeavesNoTrace() throws Exception {
    kill("torn", batches, Point.SYNCED, 3);
    Path log = newestLog(state("torn").resolve("journal"));
    byte[] bytes = Files.readAllBytes(log);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    // In the next block, where no byte of an acknowledged record can be.
    int tornAt = (end / LOG_BLOCK_BYTES + 1) * LOG_BLOCK_BYTES;
    byte[] torn = Arrays.copyOf(bytes, Math.max(bytes.length, tornAt + 100));
    System.arraycopy(bytes, 0, torn, tornAt, 40);
    Files.write(log, torn);

    Process process = JavaProcess.run(folder, "torn", batches);

    assertThat(process.waitFor()).as(() -> JavaProcess.said(folder, "torn")).isZero();
    assertThat(JavaProcess.log(folder, "torn"))
        .content()
        .contains("dropping the unfinished, never acknowledged end of the journal: file=" + log)
        .containsPattern("bytes=\\d+\n")
        .contains("going on with the interrupted run");
    assertSame("torn");
  }

  private static Path newestLog(Path journal) throws IOException {
    List<Path> logs;
    try (Stream<Path> files = Files.list(journal)) {
      logs = files.filter(file -> file.toString().endsWith(".log")).toList();
    }
    return logs.stream().max(Comparator.naturalOrder()).orElseThrow();
  }
}
