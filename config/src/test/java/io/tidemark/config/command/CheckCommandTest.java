package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckCommandTest {
  private static final String PIPELINE =
      """
      pipeline {
        sources.in { paths = ["in/*.csv"], file-name-as = file, columns { v = long }
          event-time { column = t }, arrival-time { column = a }, time { late = 5m, substreams = [k] } }
        streams.byKey { from = in, key-by = [k], window { tumbling = 1h }, select = ["sum(v) as total"] }
        streams.all { from = byKey, window { hopping { size = 1d, hop = 1h } }, select = ["max(total) as most"] }
        sinks.out { from = all, path = "out.csv" }
        sinks.bad { from = in.diagnostics, path = "bad.jsonl", order = key }
        key-groups = 2
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void writeInputs() throws IOException {
    Files.createDirectory(folder.resolve("in"));
    Files.writeString(folder.resolve("in/x.csv"), "t,a,k,v\n");
    Files.writeString(folder.resolve("in/y.csv"), "t,a,k,v\n");
  }

  private Invocation check(String text, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("p.conf"), text);
    String[] args = new String[options.length + 2];
    args[0] = "check";
    args[1] = file.toString();
    System.arraycopy(options, 0, args, 2, options.length);
    return Invocation.of(args);
  }

  @Test
  void drawsJoinsUnionsFiltersAndTransforms() throws IOException {
    Files.writeString(folder.resolve("l.csv"), "t,k,v\n");
    Files.writeString(folder.resolve("r.csv"), "t,id\n");
    Invocation check =
        check(
            """
            pipeline {
              sources.l { paths = ["l.csv"], columns { v = double }, event-time.column = t }
              sources.r { paths = ["r.csv"], event-time.column = t }
              streams.big { from = l, where = "v > 3.0", select = ["k", "v * 2.0 as twice"] }
              streams.pairs { join { left = big, right = r, left-key = [k], right-key = [id], within { upper = 5m } }
                select = ["left.k", "right.t as seen"] }
              streams.keys { from = r, select = ["id as k", "t as seen"] }
              streams.all { from = [pairs, keys], window { session { gap = 1m } }, select = ["count() as n"] }
              streams.ups { from = l, key-by = [k], transform = "io.tidemark.config.command.Ups" }
              sinks.all { from = all, path = "all.csv" }
              sinks.ups { from = ups, path = "ups.csv" }
              sinks.big { from = big, path = "big.csv" }
              key-groups = 2
            }
            """);

    assertThat(check.err()).isEmpty();
    assertThat(check.out().replace(folder + "/", ""))
        .startsWith(
            """
            pipeline p

              source l
              |     csv, 1 partition, one per file: l.csv
              |     event time: t; arrival time: event time (backfill)
              |     out of order 0s adjust; early and late do not apply
              |     arrival floor off
              +-> stream big
              |   |     only rows where v > 3.0
              |   |     k, v * 2.0 as twice, without a key
              |   |     made where it is read, waits for the watermark of l
              |   +-> stream pairs
              |   |   |     inner join of big (left) and r (right) on k = id
              |   |   |     right from 0s to 5m after left
              |   |   |     left.k as k, right.t as seen
              |   |   |     runs in 2 key groups, because it reads several sources or streams
              |   |   |     waits for the watermark of l and the watermark of r
              |   |   +-> stream all
              |   |       |     all rows of pairs and keys
              |   |       |     sessions with gaps up to 1m
              |   |       |     count() as n, one key
              |   |       |     runs in 2 key groups, because it reads several sources or streams
              |   |       |     waits for all 2 key groups of pairs and the watermark of r
              |   |       +-> sink all
              |   |                 all.csv, csv
              |   |                 ordered by time: waits for all 2 key groups of all
              |   +-> sink big
              |             big.csv, csv
              |             ordered by time: waits for the watermark of l
              +-> stream ups
                  |     transform io.tidemark.config.command.Ups, by k
                  |     runs in 2 key groups, because the source has no substreams
                  |     waits for the watermark of l
                  +-> sink ups
                            ups.csv, csv
                            ordered by time: waits for all 2 key groups of ups
              source r
              |     csv, 1 partition, one per file: r.csv
              |     event time: t; arrival time: event time (backfill)
              |     out of order 0s adjust; early and late do not apply
              |     arrival floor off
              +-> stream pairs, as drawn below big
              +-> stream keys
                  |     id as k, t as seen, without a key
                  |     made where it is read, waits for the watermark of r
                  +-> stream all, as drawn below pairs

            settings""");
  }

  @Test
  void drawsThePlan() throws IOException {
    Invocation check = check(PIPELINE);

    assertThat(check.err()).isEmpty();
    assertThat(check.status()).isZero();
    assertThat(check.out().replace(folder + "/", ""))
        .startsWith(
            """
            pipeline p

              source in
              |     csv, 2 partitions, one per file: in/x.csv, in/y.csv
              |     event time: t; arrival time: a
              |     early 5m drop, late 5m adjust, out of order 0s adjust
              |     arrival floor on
              |     substreams by k
              +-> stream byKey
              |   |     tumbling windows of 1h, [s,e)
              |   |     sum(v) as total, by k
              |   |     runs in 2 key groups, because a key may occur in several partitions
              |   |     waits for the low watermark of all 2 partitions of in
              |   +-> stream all
              |       |     windows of 1d every 1h, [s,e)
              |       |     max(total) as most, one key
              |       |     runs in 2 key groups, because it reads a stream
              |       |     waits for all 2 key groups of byKey
              |       +-> sink out
              |                 out.csv, csv
              |                 ordered by time: waits for all 2 key groups of all
              +-> diagnostics bad
                        bad.jsonl, jsonl
                        ordered within each key only: writes at once

            settings (state in .tidemark/p)
            """);
  }

  @Test
  void listsEverySettingWithItsPlace() throws IOException {
    assertThat(check(PIPELINE).outLines())
        .anyMatch(line -> line.matches(" *pipeline.key-groups = 2 +line 8"))
        .anyMatch(line -> line.matches(" *pipeline.batch-size = 4096 +default"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "substreams = [k] | substreams = [k], confined = on | because it has their key and the"
            + " pipeline file promises it with confined",
        "substreams = [k] | substreams = [file, k] | because its key is not that of the substreams",
        ", substreams = [k] | | because the source has no substreams",
        "key-by = [k], | | because one key takes all rows",
        "\"in/*.csv\" | in/x.csv | because it has their key and the source has one partition",
        "file-name-as = file | partitions = 3, partition-by = [k] | because it has their key and"
            + " the columns of partition-by are part of the key"
      })
  void saysWhereAComputationRunsAndWhy(String part, String instead, String reason)
      throws IOException {
    assertThat(PIPELINE).contains(part);
    String text = PIPELINE.replace(part, instead == null ? "" : instead);

    assertThat(check(text).out()).contains(reason);
  }

  @Test
  void showsOutputsWhereTheyWouldGo() throws IOException {
    assertThat(check(PIPELINE, "--out", folder.resolve("elsewhere").toString()).out())
        .contains(folder.resolve("elsewhere/out.csv") + ", csv");
  }

  @Nested
  class Warns {
    private List<String> warnings(String part, String instead) throws IOException {
      assertThat(PIPELINE).contains(part);
      Invocation check = check(PIPELINE.replace(part, instead));
      assertThat(check.status()).isZero();
      return check.err().lines().map(line -> line.replace(folder + "/", "")).toList();
    }

    @Test
    void ofSubstreamsWithoutAnArrivalFloor() throws IOException {
      assertThat(warnings("late = 5m", "late = unbounded"))
          .singleElement()
          .asString()
          .startsWith(
              "tidemark: warning: p.conf:3: pipeline.sources.in.time.substreams = [k]: without an"
                  + " arrival floor the low watermark stays undefined until a partition ends");
      assertThat(warnings("late = 5m", "arrival-floor = off")).hasSize(1);
    }

    @Test
    void ofSettingsWithoutEffectInBackfill() throws IOException {
      assertThat(
              warnings(
                  "arrival-time { column = a }, time { late = 5m, substreams = [k] }",
                  "time { late = 5m }"))
          .containsExactly(
              "tidemark: warning: p.conf:3: pipeline.sources.in.time.late = 5m: has no effect:"
                  + " there are no arrival times (backfill)");
    }

    @Test
    void ofWindowsThatNoMemoryHolds() throws IOException {
      assertThat(warnings("tumbling = 1h", "hopping { size = 1h, hop = 360ms }")).isEmpty();
      assertThat(warnings("tumbling = 1h", "hopping { size = 1h, hop = 1us }"))
          .singleElement()
          .asString()
          .contains(".window.hopping.hop = 1us: each row belongs to 3600000000 windows");
    }

    @Test
    void ofSettingsWithoutEffectOnArrivalTime() throws IOException {
      assertThat(warnings("event-time { column = t },", "")).isEmpty();
      assertThat(
              warnings(
                  "event-time { column = t }, arrival-time { column = a }, time {",
                  "arrival-time { column = a }, time { out-of-order = 1s,"))
          .containsExactly(
              "tidemark: warning: p.conf:3: pipeline.sources.in.time.out-of-order = 1s: has no"
                  + " effect: there is no event-time");
    }

    @Test
    void ofActionsOfRulesThatAreOff() throws IOException {
      assertThat(
              warnings(
                  "late = 5m, substreams = [k]",
                  "late = unbounded, on-late = drop, early = off, on-early = drop"))
          .hasSize(2);
    }

    @Test
    void ofWhatOnlyMattersToASourceThatDoesOrDoesNotFollow() throws IOException {
      assertThat(warnings("late = 5m", "idle-tick = 2s"))
          .singleElement()
          .asString()
          .contains("has no effect: the source does not follow");
      assertThat(warnings("file-name-as = file", "follow = on, flush-at-end = none"))
          .singleElement()
          .asString()
          .contains("has no effect: a source that follows has no end");
    }

    @Test
    void ofStreamsThatNobodyReads() throws IOException {
      assertThat(warnings("from = all", "from = byKey"))
          .containsExactly(
              "tidemark: warning: p.conf:5: pipeline.streams.all.from = byKey: no sink writes this"
                  + " stream and no stream reads it");
    }

    @Test
    void ofFilesOfOneName() throws IOException {
      Files.createDirectories(folder.resolve("in/deep"));
      Files.writeString(folder.resolve("in/deep/x.csv"), "t,a,k,v\n");

      assertThat(
              warnings(
                  "paths = [\"in/*.csv\"], file-name-as = file",
                  "paths = [\"in/**.csv\"], file-name-as = k2"))
          .isEmpty();
      assertThat(check(PIPELINE.replace("in/*.csv", "in/**.csv").replace("[k]", "[file]")).err())
          .contains("two files have the same name");
    }
  }

  @Nested
  class Refuses {
    private String refusal(String part, String instead) throws IOException {
      assertThat(PIPELINE).contains(part);
      Invocation check = check(PIPELINE.replace(part, instead));
      assertThat(check.status()).isEqualTo(ExitStatus.REFUSED);
      assertThat(check.out()).isEmpty();
      return check.err().replace(folder + "/", "");
    }

    @Test
    void aPatternThatMatchesNothing() throws IOException {
      assertThat(refusal("in/*.csv", "no/*.csv"))
          .startsWith(
              "tidemark: p.conf:2: pipeline.sources.in.paths = [no/*.csv]: no file matches");
    }

    @Test
    void aColumnThatTheFilesLack() throws IOException {
      assertThat(refusal("column = t", "column = time"))
          .startsWith(
              "tidemark: p.conf:3: pipeline.sources.in.event-time.column = time: no such column")
          .contains("columns: t, a, k, v, file");
      assertThat(refusal("columns { v = long }", "columns { v = long, w = long }"))
          .contains("pipeline.sources.in.columns = w: no such column");
    }

    @Test
    void filesThatDoNotFitTogether() throws IOException {
      Files.writeString(folder.resolve("in/z.csv"), "t,a,k\n");

      assertThat(refusal("key-groups = 2", "key-groups = 3")).contains("different header rows");
    }

    @ParameterizedTest
    @CsvSource({"in/x.csv, in/x.csv", "in/x.csv/state, in/x.csv"})
    void aStateWhereAFileIs(String state, String file) throws IOException {
      assertThat(refusal("key-groups = 2", "state = \"" + state + "\""))
          .isEqualTo(
              "tidemark: the state "
                  + state
                  + ": cannot be a folder: "
                  + file
                  + " is a file; name a folder with --state\n");
    }

    @Test
    void anOutputOnAnInput() throws IOException {
      assertThat(refusal("out.csv", "in/x.csv"))
          .contains("pipeline.sinks.out.path = in/x.csv: the run reads this file");
      assertThat(refusal("out.csv", "p.conf\", format = csv, overwrite = \"on"))
          .contains("the run reads this file");
    }
  }

  @Test
  void changesNothing() throws IOException {
    check(PIPELINE);

    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("in", "p.conf");
    }
  }
}
