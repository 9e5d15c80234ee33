package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is executed again from what it recorded. */
class ReplayCommandTest {
  private static final int ROWS = 20_000;

  @TempDir private Path folder = Path.of("");

  private RunFolder in() {
    return new RunFolder(folder);
  }

  private Path ran(String pipeline, int rows) throws IOException {
    in().write("in.csv", RunFolder.rows(0, rows));
    Invocation run = in().run(pipeline);
    assertThat(run.status()).as(run.err()).isZero();
    return folder.resolve("p.conf");
  }

  private static Invocation replay(Path pipeline, String... options) {
    String[] args = new String[options.length + 2];
    args[0] = "replay";
    args[1] = pipeline.toString();
    System.arraycopy(options, 0, args, 2, options.length);
    return Invocation.of(args);
  }

  private static void assertIdentical(Invocation replay) {
    assertThat(replay.status()).as(replay.out() + replay.err()).isZero();
    assertThat(replay.out()).startsWith("identical");
  }

  private static void assertDifferent(Invocation replay, String... words) {
    assertThat(replay.status()).as(replay.out() + replay.err()).isEqualTo(ExitStatus.FAILED);
    assertThat(replay.out()).startsWith("different: ").contains(words);
  }

  private static void assertRefused(Invocation replay, String... words) {
    assertThat(replay.status()).as(replay.out() + replay.err()).isEqualTo(ExitStatus.REFUSED);
    assertThat(replay.err()).contains(words);
    assertThat(replay.out()).isEmpty();
  }

  @Test
  void findsACompletedRunIdentical() throws Exception {
    Path pipeline = ran(RunFolder.PIPELINE, ROWS);

    Invocation replay = replay(pipeline);

    assertIdentical(replay);
    assertThat(replay.out()).contains("20,000 records");
    assertThat(in().run(RunFolder.PIPELINE).status()).isZero();
  }

  @Test
  void namesTheLineOfAnOutputInWhichAByteWasFlipped() throws Exception {
    Path pipeline = ran(RunFolder.PIPELINE, ROWS);
    Path output = folder.resolve("out/sums.csv");
    String text = Files.readString(output);
    String line = text.lines().skip(7_000).findFirst().orElseThrow();
    Files.writeString(output, text.replace(line, line.substring(0, line.length() - 1) + "2"));

    assertDifferent(
        replay(pipeline),
        "sink/sums, line 7001: recorded="
            + line.substring(0, line.length() - 1)
            + "2, replayed="
            + line
            + "\n");
  }

  @Test
  void namesAnOutputThatWasCutOrAddedTo() throws Exception {
    Path pipeline = ran(RunFolder.PIPELINE, ROWS);
    Path output = folder.resolve("out/sums.csv");
    String text = Files.readString(output);
    Files.writeString(output, text + "more\n");
    assertDifferent(replay(pipeline), "sink/sums, length: recorded=" + text.length());

    Files.writeString(output, text.substring(1));
    assertDifferent(replay(pipeline), "out/sums.csv was shortened: sink=sums");
  }

  @Test
  void namesFileAndOffsetOfRecordsThatWereChanged() throws Exception {
    Path pipeline = ran(RunFolder.PIPELINE, ROWS);
    Path input = folder.resolve("in.csv");
    byte[] bytes = Files.readAllBytes(input);
    String text = new String(bytes, StandardCharsets.UTF_8);
    int at = text.indexOf("-19990,");
    Files.writeString(input, text.substring(0, at) + "-19991," + text.substring(at + 7));

    Invocation replay = replay(pipeline);

    assertDifferent(
        replay, "partition/in/0, records ", "the source has changed", "file=in.csv, offset=");
    String offsets = replay.out().replaceAll("(?s).*offset=(\\d+\\.\\.\\d+).*", "$1");
    assertThat(Integer.parseInt(offsets.replaceAll("\\..*", ""))).isLessThanOrEqualTo(at);
    assertThat(Integer.parseInt(offsets.replaceAll(".*\\.", ""))).isGreaterThan(at);
  }

  @Test
  void refusesWhatItCannotReplay() throws Exception {
    in().write("in.csv", RunFolder.rows(0, 10));
    Path pipeline = in().write("p.conf", RunFolder.PIPELINE);
    assertRefused(replay(pipeline), ".tidemark/p: is not there; name another one with --state");

    ran(RunFolder.PIPELINE, 10);
    in().write("p.conf", RunFolder.PIPELINE.replace("1m", "2m"));
    assertRefused(
        replay(pipeline),
        "the recorded run of p: pipeline.streams.sums.window.tumbling was 1m and is 2m");
    in().write("p.conf", RunFolder.PIPELINE);
    assertRefused(
        replay(pipeline, "--out", folder.resolve("elsewhere").toString()), "it wrote to out/");
    Files.writeString(folder.resolve("in.csv"), RunFolder.rows(0, 9));
    assertRefused(replay(pipeline), "its input in.csv was shortened from");
    Files.delete(folder.resolve("in.csv"));
    assertRefused(replay(pipeline), "its input in.csv is missing");
  }

  @Test
  void replaysARunWhoseJournalWasTrimmedBelowSnapshots() throws Exception {
    String small = RunFolder.PIPELINE.replace("name = p", "name = p, batch-size = 8");
    Path pipeline = ran(small, ROWS);
    // So many decisions that there were snapshots, and what lies below them is kept.
    assertThat(Invocation.of("journal", "ls", pipeline.toString()).out())
        .containsPattern("p/partition/in/0 +250[0-9] +250[0-9] ");

    Invocation replay = replay(pipeline);

    assertIdentical(replay);
    assertThat(replay.out()).contains("2,501 decisions");
  }

  @Test
  void replaysPartitionsThatEachReadAllFilesAndFindTheirRowsEndBeforeTheFilesDo() throws Exception {
    for (int file = 0; file < 3; file++) {
      StringBuilder rows = new StringBuilder("k,at\n");
      for (int i = 0; i < 100; i++) {
        // The last rows of a file are all of one key, and so of one partition.
        String key = "k" + (i < 80 ? i % 7 : file);
        rows.append(key).append(',').append(Instant.ofEpochSecond(file * 1_000L + i)).append('\n');
      }
      Files.writeString(folder.resolve("f" + file + ".csv"), rows.toString());
    }
    String pipeline =
        """
        pipeline { name = p, batch-size = 8
          sources.in { paths = ["f*.csv"], partitions = 3, partition-by = [k]
            event-time { column = at }, time { substreams = [k] } }
          streams.s { from = in, key-by = [k], window { tumbling = 10s }
            select = ["count() as n"] }
          sinks.out { from = s, path = "out/rows.csv" }
        }
        """;
    Path file = Files.writeString(folder.resolve("files.conf"), pipeline);
    assertThat(Invocation.of("run", file.toString()).status()).isZero();

    assertIdentical(replay(file));
  }

  @Test
  void saysWhereAHistoryBeginsThatWasTooSmall() throws Exception {
    String small =
        RunFolder.PIPELINE.replace("name = p", "name = p, batch-size = 8, journal.history = 20kB");
    Path pipeline = ran(small, ROWS);

    Invocation replay = replay(pipeline);

    assertRefused(replay, "the recorded run of p: its history begins with decision ");
    assertThat(replay.err())
        .containsPattern("decision [1-9]\\d{2,} of partition/in/0, at byte \\d+ of in.csv");
    assertThat(replay.err()).contains("journal.history");
  }

  @Test
  void comparesRowsInOrderOfKeysByTheirDigestAndTheLengthOfTheirFile() throws Exception {
    in().write("in-2.csv", RunFolder.rows(0, 1).replace("device-", "another-"));
    String twoFiles =
        RunFolder.PIPELINE
            .replace("\"in.csv\"", "\"in*.csv\"")
            .replace("\"out/sums.csv\"", "\"out/sums.csv\", order = key");
    Path pipeline = ran(twoFiles, 100);

    assertIdentical(replay(pipeline));
    Path output = folder.resolve("out/sums.csv");
    Files.writeString(output, Files.readString(output) + "more\n");
    assertDifferent(replay(pipeline), "sink/sums, length: recorded=");
  }
}
