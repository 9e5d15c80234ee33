package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replay that stops at a time: what it compares by then, and what it says is open. */
class ReplayUntilTest {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

  @TempDir private Path folder = Path.of("");

  /** Two devices for five minutes, another one for two. */
  private Path ran(String paths, String source) throws IOException {
    StringBuilder first = new StringBuilder("device,at,value\n");
    StringBuilder second = new StringBuilder("device,at,value\n");
    for (int i = 0; i < 30; i++) {
      Instant at = START.plusSeconds(10L * i);
      first.append("d0,").append(at).append(",1\nd1,").append(at).append(",2\n");
      if (i < 12) {
        second.append("d2,").append(at).append(",3\n");
      }
    }
    RunFolder in = new RunFolder(folder);
    in.write("a.csv", first.toString());
    in.write("b.csv", second.toString());
    String pipeline =
        """
        pipeline {
          name = p, batch-size = 8
          sources.in { paths = [%s], columns { value = long }, event-time { column = at } %s }
          streams.sums { from = in, key-by = [device], window { tumbling = 1m }
            select = ["count() as n", "sum(value) as total"] }
          streams.longer { from = sums, key-by = [device], window { tumbling = 3m }
            select = ["count() as n", "avg(total) as mean"] }
          sinks.sums { from = sums, path = "sums.csv" }
          sinks.longer { from = longer, path = "longer.csv" }
        }
        """;
    Invocation run = in.run(pipeline.formatted(paths, source));
    assertThat(run.status()).as(run.err()).isZero();
    return folder.resolve("p.conf");
  }

  private Path ranInKeyGroups() throws IOException {
    return ran("\"a.csv\", \"b.csv\"", "");
  }

  private static Invocation replay(Path pipeline, String time) {
    return Invocation.of("replay", pipeline.toString(), "--until", time);
  }

  private static void assertIdentical(Invocation replay) {
    assertThat(replay.status()).as(replay.out() + replay.err()).isZero();
    assertThat(replay.out()).startsWith("identical until ");
  }

  private static String withoutDigests(String out) {
    return out.replaceAll("[0-9a-f]{16}", "DIGEST");
  }

  @Test
  void printsWhatIsOpenInKeyGroupsAndInAStreamOverThem() throws Exception {
    Path pipeline = ranInKeyGroups();

    Invocation replay = replay(pipeline, "2024-01-01T00:02:30Z");

    assertIdentical(replay);
    assertThat(withoutDigests(replay.out()))
        .isEqualTo(
            """
            identical until 2024-01-01T00:02:30Z: 44 records, 7 decisions, 6 rows, digest DIGEST
            sink    rows  digest
            longer  0     DIGEST
            sums    6     DIGEST

            partition       decision  watermark             floor  stopped by
            partition/in/0  4         2024-01-01T00:02:30Z  -      the time
            partition/in/1  3         finished              -      the time

            stream  open windows  next due
            sums    2             2024-01-01T00:03:00Z
            longer  3             2024-01-01T00:03:00Z

            stream  window_start          window_end            device  n  total
            sums    2024-01-01T00:02:00Z  2024-01-01T00:03:00Z  d0      3  3
            sums    2024-01-01T00:02:00Z  2024-01-01T00:03:00Z  d1      3  6

            stream  window_start          window_end            device  n  mean
            longer  2024-01-01T00:00:00Z  2024-01-01T00:03:00Z  d0      2  6.0
            longer  2024-01-01T00:00:00Z  2024-01-01T00:03:00Z  d1      2  12.0
            longer  2024-01-01T00:00:00Z  2024-01-01T00:03:00Z  d2      2  18.0
            """);
    assertThat(replay(pipeline, "2024-01-01 00:02:30").out()).isEqualTo(replay.out());
    assertThat(replay(pipeline, "2024-01-01T01:02:30+01:00").out()).isEqualTo(replay.out());
  }

  @Test
  void printsWhatIsOpenInSubstreams() throws Exception {
    Path pipeline = ran("\"a.csv\"", ", time { substreams = [device] }");

    Invocation replay = replay(pipeline, "2024-01-01T00:02:30Z");

    assertIdentical(replay);
    assertThat(replay.out())
        .contains(
            """
            partition       decision  watermark  floor     stopped by
            partition/in/0  9         -          finished  the time
            """,
            """
            stream  window_start          window_end            device  n  total
            sums    2024-01-01T00:02:00Z  2024-01-01T00:03:00Z  d0      3  3
            sums    2024-01-01T00:02:00Z  2024-01-01T00:03:00Z  d1      3  6
            """,
            """
            longer  2024-01-01T00:00:00Z  2024-01-01T00:03:00Z  d0      2  6.0
            longer  2024-01-01T00:00:00Z  2024-01-01T00:03:00Z  d1      2  12.0
            """);
  }

  @Test
  void whatIsDueAtTheTimeItselfHasNotFired() throws Exception {
    Invocation replay = replay(ranInKeyGroups(), "2024-01-01T00:02:00Z");

    assertIdentical(replay);
    assertThat(replay.out())
        .containsPattern("sums +3 ")
        .contains(
            "sums    3             2024-01-01T00:02:00Z\n",
            "sums    2024-01-01T00:01:00Z  2024-01-01T00:02:00Z  d2      6  18\n");
  }

  @Test
  void nothingIsOpenBeforeEverythingAndAfterTheEnd() throws Exception {
    Path pipeline = ranInKeyGroups();
    String none =
        """
        stream  open windows  next due
        sums    0             -
        longer  0             -
        """;

    Invocation before = replay(pipeline, "2023-12-31T23:59:59.999999Z");
    assertIdentical(before);
    assertThat(before.out()).contains(", 0 rows, digest").endsWith(none);

    Invocation after = replay(pipeline, "2025-01-01T00:00:00Z");
    assertIdentical(after);
    assertThat(after.out()).endsWith(none);
    String all = Invocation.of("replay", pipeline.toString()).out();
    assertThat(after.out().replace(" until 2025-01-01T00:00:00Z", "")).startsWith(all);
  }

  @Test
  void saysWhereTheRecordingEndsBeforeTheTimeAndWhatWasOpenThen() throws Exception {
    Path pipeline = ran("\"a.csv\", \"b.csv\"", ", flush-at-end = none");

    Invocation replay = replay(pipeline, "2024-01-01T00:30:00Z");

    assertIdentical(replay);
    assertThat(replay.out())
        .contains(
            "partition/in/0  9         2024-01-01T00:04:50Z  -      the end of the recording\n",
            "partition/in/1  3         2024-01-01T00:01:50Z  -      the end of the recording\n",
            "sums    2024-01-01T00:04:00Z  2024-01-01T00:05:00Z  d1      6  12\n");
  }

  @Test
  void anOutputIsComparedUpToTheTimeAndNoFurther() throws Exception {
    Path pipeline = ranInKeyGroups();
    Path output = folder.resolve("sums.csv");
    String text = Files.readString(output);
    String changed = "2024-01-01T00:02:00Z,2024-01-01T00:03:00Z,d1,6,1";

    Files.writeString(output, text.replace(changed, changed.replace(",6,", ",7,")));
    assertIdentical(replay(pipeline, "2024-01-01T00:03:00Z"));
    Invocation beyond = replay(pipeline, "2024-01-01T00:03:00.000001Z");
    assertThat(beyond.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(beyond.out()).startsWith("different: sink/sums, line 9: recorded=").hasLineCount(1);

    int cut = text.indexOf(changed);
    Files.writeString(output, text.substring(0, cut));
    assertIdentical(replay(pipeline, "2024-01-01T00:03:00Z"));
    beyond = replay(pipeline, "2024-01-01T00:04:00Z");
    assertThat(beyond.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(beyond.out()).startsWith("different: sink/sums, length: in the file=" + cut);

    Files.delete(output);
    assertThat(replay(pipeline, "2024-01-01T00:03:00Z").out()).contains("sums.csv is gone");
  }

  @Test
  void refusesWhatIsNoTime() throws Exception {
    Path pipeline = ranInKeyGroups();

    for (String wrong : new String[] {"tomorrow", "2024-01-01", "2024-02-30T00:00:00Z", ""}) {
      Invocation replay = replay(pipeline, wrong);
      assertThat(replay.status()).isEqualTo(ExitStatus.REFUSED);
      assertThat(replay.out()).isEmpty();
      assertThat(replay.err())
          .contains("--until = " + wrong + ": not a time; allowed: 2024-01-01T12:00:00Z");
    }
  }

  @Test
  void printsAtMostAThousandWindowsOfAStream() throws Exception {
    RunFolder in = new RunFolder(folder);
    in.write("in.csv", RunFolder.rows(0, 1_500));
    assertThat(in.run(RunFolder.PIPELINE).status()).isZero();

    Invocation replay = replay(folder.resolve("p.conf"), "2024-01-01T00:00:30Z");

    assertIdentical(replay);
    assertThat(replay.out())
        .contains("sums    1500          2024-01-01T00:01:00Z\n")
        .endsWith("and 500 more open windows\n");
    assertThat(replay.out().lines().filter(line -> line.contains("device-with")).count())
        .isEqualTo(1_000);
  }

  /**
   * One source with everything: late and unordered rows with diagnostics, results of substreams
   * beside elements that go on to key groups, several partitions.
   */
  @Test
  void isIdenticalUntilEveryTimeAndPutsOutWhatTheRunPutOutByThen() throws Exception {
    Random random = new Random(7);
    StringBuilder rows = new StringBuilder("device,kind,at,received,value\n");
    for (int i = 0; i < 1_500; i++) {
      Instant received = START.plusMillis(200L * i);
      Instant at = received.minusMillis(random.nextInt(i % 20 == 0 ? 90_000 : 4_000));
      rows.append('d').append(random.nextInt(9)).append(",k").append(random.nextInt(3));
      rows.append(',').append(at).append(',').append(received).append(',').append(i).append('\n');
    }
    RunFolder in = new RunFolder(folder);
    in.write("in.csv", rows.toString());
    String pipeline =
        """
        pipeline {
          name = p, batch-size = 50
          sources.in { paths = ["in.csv"], columns { value = long }, event-time { column = at }
            arrival-time { column = received }, partitions = 3, partition-by = [device]
            time { late = 10s, out-of-order = 2s, on-late = drop, on-out-of-order = adjust
              substreams = [device] } }
          streams.sums { from = in, key-by = [device], window { tumbling = 10s, offset = 3s }
            select = ["count() as n", "sum(value) as total"] }
          streams.kinds { from = in, key-by = [kind], window { hopping { size = 30s, hop = 10s } }
            select = ["count() as n"] }
          streams.top { from = sums, window { tumbling = 20s }, select = ["max(total) as most"] }
          sinks.sums { from = sums, path = "sums.csv" }
          sinks.kinds { from = kinds, path = "kinds.csv" }
          sinks.top { from = top, path = "top.csv" }
          sinks.bad { from = in.diagnostics, path = "bad.csv" }
        }
        """;
    Invocation run = in.run(pipeline);
    assertThat(run.status()).as(run.err()).isZero();

    for (int second = 0; second <= 320; second += 16) {
      Instant time = START.plusSeconds(second).plusMillis(second % 3 * 500L);
      Invocation replay = replay(folder.resolve("p.conf"), time.toString());
      assertIdentical(replay);
      for (String sink : new String[] {"sums", "kinds", "top"}) {
        assertThat(replay.out())
            .as(sink + " until " + time)
            .containsPattern("\n" + sink + " +" + before(time, sink + ".csv") + " +[0-9a-f]{16}");
      }
    }
  }

  private long before(Instant time, String output) throws IOException {
    return Files.readString(folder.resolve(output))
        .lines()
        .skip(1)
        .filter(row -> Instant.parse(row.split(",", -1)[1]).isBefore(time))
        .count();
  }
}
