package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run makes of what is wrong around it: rows, files, folders, disks, its own file. */
class BadInputTest {
  private static final String PIPELINE =
      """
      pipeline {
        name = p
        sources.in { paths = ["in.csv"], columns { value = long }, event-time { column = at } }
        streams.sums { from = in, key-by = [device], window { tumbling = 1m }
          select = ["count() as n", "sum(value) as total"] }
        sinks.sums { from = sums, path = "out/sums.csv" }
      }
      """;

  @TempDir Path folder;

  private Path write(String file, String text) throws IOException {
    return Files.writeString(folder.resolve(file), text);
  }

  private Invocation run(String pipeline, String... options) throws IOException {
    String[] args = new String[options.length + 2];
    args[0] = "run";
    args[1] = write("p.conf", pipeline).toString();
    System.arraycopy(options, 0, args, 2, options.length);
    Invocation run = Invocation.of(args);
    return new Invocation(run.status(), run.out(), run.err().replace(folder + "/", ""));
  }

  private String output(String file) throws IOException {
    return Files.readString(folder.resolve("out").resolve(file));
  }

  private static String rows(int from, int to) {
    StringBuilder rows = new StringBuilder(from == 0 ? "device,at,value\n" : "");
    for (int i = from; i < to; i++) {
      rows.append("device-with-a-long-name-").append(i).append(",2024-01-01T00:00:00Z,1\n");
    }
    return rows.toString();
  }

  @Test
  void aKeyInASecondPartitionBreaksThePromiseAndEndsTheRun() throws Exception {
    write("in-1.csv", "device,at,value\na,2024-01-01T00:00:00Z,1\nb,2024-01-01T00:00:01Z,1\n");
    write("in-2.csv", "device,at,value\nc,2024-01-01T00:00:00Z,1\nb,2024-01-01T00:00:05Z,1\n");
    String promised =
        PIPELINE
            .replace("in.csv", "in-*.csv")
            .replace(
                "{ column = at } }",
                "{ column = at }, time { substreams = [device], confined = true } }");

    Invocation run = run(promised);

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .contains("a key was met in two partitions")
        .contains("source=in, key=b, partitions=in-1.csv and in-2.csv");
  }

  @ParameterizedTest
  @CsvSource({"''", "'time { substreams = [device] }'"})
  void aSumBeyondItsTypeEndsTheRunInOneLine(String time) throws Exception {
    String most = Long.toString(Long.MAX_VALUE);
    write(
        "in.csv",
        "device,at,value\na,2024-01-01T00:00:00Z,"
            + most
            + "\na,2024-01-01T00:00:01Z,"
            + most
            + "\n");

    Invocation run = run(PIPELINE.replace("{ column = at } }", "{ column = at }, " + time + " }"));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .contains("a sum of longs is beyond a long")
        .contains("stream=sums")
        .contains("key=a; a double column holds larger sums")
        .doesNotContain("a broken invariant");
  }

  @Test
  void aPromiseThatIsKeptChangesNothing() throws Exception {
    write("in-1.csv", "device,at,value\na,2024-01-01T00:00:00Z,1\nb,2024-01-01T00:00:01Z,1\n");
    write("in-2.csv", "device,at,value\nc,2024-01-01T00:00:00Z,1\n");
    String promised =
        PIPELINE
            .replace("in.csv", "in-*.csv")
            .replace(
                "{ column = at } }",
                "{ column = at }, time { substreams = [device], confined = true } }");

    Invocation run = run(promised);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(output("sums.csv")).hasLineCount(4);
  }

  @Nested
  class ABadRow {
    @Test
    void isShownAsItStandsAndCostsNoOther() throws IOException {
      String[] csv = {
        "device,at,received,value\n",
        "a,2024-01-01 00:00:01,2024-01-01 00:00:01,1\n",
        "a,soon,2024-01-01 00:00:02,2\n",
        "a,2024-01-01 00:00:03,,3\n",
        ",2024-01-01 00:00:04,2024-01-01 00:00:04.5,4\n",
        "a,2024-01-01 00:00:05\n",
        "a,2024-01-01 00:00:06,2024-01-01 00:00:06,many\n",
        "a,\"2024-01-01 00:00:07\"x,2024-01-01 00:00:07,7\n",
        "b,2024-01-01 00:00:08,2024-01-01 00:00:08,8\n",
        "b,2024-01-01 00:00:09,2024"
      };
      write("in.csv", String.join("", csv));
      String[] json = {
        "{\"device\":\"a\",\"at\":\"2024-01-01 00:00:01\",\"value\":1}\n",
        "{\"device\":null,\"at\":\"2024-01-01 00:00:02\",\"value\":2}\n",
        "{\"device\":\"a\",\"value\":3}\n",
        "{\"device\":\"b\",\"at\":\"2024-01-01 00:00:04\",\"value\":4}\n",
        "{\"device\":\"b\",\"at\":\"2024-01-01 00:0"
      };
      write("in.jsonl", String.join("", json));

      Invocation run =
          run(
              """
              pipeline {
                sources.csv { paths = ["in.csv"], columns { value = long }
                  event-time { column = at }, arrival-time { column = received } }
                sources.json { paths = ["in.jsonl"], format = jsonl
                  columns { device = string, at = string, value = long }, event-time { column = at } }
                streams.fromCsv { from = csv, key-by = [device], window { tumbling = 1m }
                  select = ["count() as n", "sum(value) as total"] }
                streams.fromJson { from = json, key-by = [device], window { tumbling = 1m }
                  select = ["count() as n", "sum(value) as total"] }
                sinks.csv { from = fromCsv, path = "out/csv.csv" }
                sinks.json { from = fromJson, path = "out/json.csv" }
                sinks.bad-csv { from = csv.diagnostics, path = "out/bad-csv.csv" }
                sinks.bad-json { from = json.diagnostics, path = "out/bad-json.csv" }
              }
              """);

      assertThat(run.status()).as(run.err()).isZero();
      assertThat(output("csv.csv"))
          .isEqualTo(
              """
              window_start,window_end,device,n,total
              2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,a,1,1
              2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,b,1,8
              """);
      assertThat(output("json.csv"))
          .isEqualTo(
              """
              window_start,window_end,device,n,total
              2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,a,1,1
              2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,b,1,4
              """);
      assertThat(output("bad-csv.csv").lines())
          .containsExactly(
              "source,partition,offset,rule,event_time,arrival_time,assigned_time,row",
              bad(csv, 2, "bad-timestamp,soon,2024-01-01 00:00:02"),
              bad(csv, 3, "bad-timestamp,2024-01-01 00:00:03,"),
              bad(csv, 4, "null-key,2024-01-01 00:00:04,2024-01-01 00:00:04.5"),
              bad(csv, 5, "wrong-column-count,2024-01-01 00:00:05,"),
              bad(csv, 6, "bad-value,2024-01-01 00:00:06,2024-01-01 00:00:06"),
              bad(csv, 7, "unparsable,,"),
              bad(csv, 9, "wrong-column-count,2024-01-01 00:00:09,2024"));
      assertThat(output("bad-json.csv").lines())
          .containsExactly(
              "source,partition,offset,rule,event_time,arrival_time,assigned_time,row",
              bad(json, 1, "null-key,2024-01-01 00:00:02,"),
              bad(json, 2, "bad-timestamp,,"),
              bad(json, 4, "unparsable,,"));
      assertThat(run.err()).containsPattern("csv +2 +0 +0 +0 +0 +0 +0 +7 ");
    }

    @Test
    void showsTheTextOfATimeWhateverTheTypeOfItsColumn() throws IOException {
      write("in.csv", "device,at,received\n,\"2024-01-01 00:00:01.50\",1704067201.500\n");
      write("in.jsonl", "{\"at\":\"2024-01-01 00:00:01.50\",\"received\":1704067201.500}\n");
      String source =
          """
            sources.FORMAT { paths = ["in.FORMAT"], columns { at = timestamp, received = double }
              event-time { column = at }, arrival-time { column = received, format = epoch-seconds } }
            streams.FORMATs { from = FORMAT, key-by = [device], window { tumbling = 1m }
              select = ["count() as n"] }
            sinks.FORMAT { from = FORMAT.diagnostics, path = "out/bad-FORMAT.csv" }
          """;

      Invocation run =
          run(
              "pipeline {\n"
                  + source.replace("FORMAT", "csv")
                  + source.replace("FORMAT", "jsonl")
                  + "}\n");

      assertThat(run.status()).as(run.err()).isZero();
      assertThat(List.of(output("bad-csv.csv"), output("bad-jsonl.csv")))
          .allSatisfy(
              rows ->
                  assertThat(rows).contains("null-key,2024-01-01 00:00:01.50,1704067201.500,,"));
    }

    @Test
    void ofJsonIsWhatTheDocumentationSays() throws IOException {
      String at = "\"at\":\"2024-01-01 00:00:01\"";
      write(
          "in.jsonl",
          String.join(
              "\n",
              "{" + at + ",\"device\":\"a\",\"value\":1,\"value\":2}",
              "{" + at + ",\"device\":\"a\",\"value\":1.0}",
              "{" + at + ",\"device\":\"\",\"value\":4}",
              "{" + at + ",\"device\":\"a\",\"value\":\"8\"}",
              "{" + at + ",\"device\":\"a\",\"value\":16,\"note\":\"" + "x".repeat(1 << 20) + "\"}",
              ""));

      Invocation run =
          run(
              PIPELINE
                  .replace("in.csv", "in.jsonl")
                  .replace(
                      "sinks.sums",
                      "sinks.bad { from = in.diagnostics, path = \"out/bad.csv\" }\n  sinks.sums"));

      assertThat(run.status()).as(run.err()).isZero();
      assertThat(output("sums.csv").lines())
          .containsExactly(
              "window_start,window_end,device,n,total",
              "2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,,1,4",
              "2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,a,2,10");
      assertThat(output("bad.csv"))
          .hasLineCount(3)
          .containsPattern(",bad-value,.*1\\.0")
          .contains(",oversized,");
    }

    /** The diagnostic of the line of the file. */
    private String bad(String[] lines, int line, String what) {
      int offset = 0;
      for (int i = 0; i < line; i++) {
        offset += lines[i].length();
      }
      boolean csv = lines[0].startsWith("device");
      String row = "\"" + lines[line].strip().replace("\"", "\"\"") + "\"";
      return (csv ? "csv,in.csv," : "json,in.jsonl,") + offset + "," + what + ",," + row;
    }

    @Test
    void endsTheRunWhereItIsToldTo() throws IOException {
      write("in.csv", "device,at,value\na,2024-01-01T00:00:00Z,1\n,2024-01-01 00:00:02,2\n");

      Invocation run = run(PIPELINE.replace("sources.in {", "sources.in { on-bad-input = stop,"));

      assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
      assertThat(run.err())
          .contains(
              "tidemark: failed: partition/in/0: bad input: source=in, file=in.csv, offset=41,"
                  + " kind=null-key, record=,2024-01-01 00:00:02,2; mend it, or set on-bad-input"
                  + " = skip\n");
    }
  }

  @Nested
  class AFile {
    @Test
    void thatVanishesWhileItIsFollowedEndsTheRunByName() throws Exception {
      Path input = write("in.csv", rows(0, 5));
      Path out = Files.createDirectory(folder.resolve("out"));
      try (WatchService watch = FileSystems.getDefault().newWatchService()) {
        out.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
        CompletableFuture<Boolean> deleted =
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    // The output is there, so the pipeline runs.
                    return watch.poll(60, TimeUnit.SECONDS) != null && Files.deleteIfExists(input);
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });

        Invocation run = run(PIPELINE.replace("sources.in {", "sources.in { follow = on,"));

        assertThat(deleted.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(run.err())
            .contains(
                "tidemark: failed: partition/in/0: ",
                "file=in.csv",
                "it does not exist; put that right");
      }
    }

    @Test
    void thatIsWrittenIsNoneThePipelineIsMadeOf() throws IOException {
      write("in.csv", rows(0, 5));
      String window = "window { tumbling = 1m }";
      write("window.conf", window);
      String included = PIPELINE.replace(window, "include \"window.conf\"");

      for (String file : List.of("in.csv", "p.conf", "window.conf")) {
        Invocation run =
            run(included.replace("\"out/sums.csv\"", file + ", format = csv"), "--fresh");

        assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.REFUSED);
        assertThat(run.err())
            .startsWith("tidemark: p.conf:6: pipeline.sinks.sums.path = " + file)
            .contains(": the run reads this file");
      }
      assertThat(folder.resolve("window.conf")).hasContent(window);
    }

    @Test
    void thatCannotBeReadIsRefusedByName() throws IOException {
      Files.createDirectory(folder.resolve("in.csv"));

      Invocation run = run(PIPELINE);

      assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.err())
          .startsWith("tidemark: p.conf:3: pipeline.sources.in.paths = [in.csv]: ");
      assertThat(folder.resolve(".tidemark")).doesNotExist();
    }
  }

  @Nested
  class AnOutput {
    @Test
    void inAFolderThatCannotBeWrittenEndsTheRunByName() throws Exception {
      write("in.csv", rows(0, 5));
      try (SmallDisk disk = SmallDisk.mount(folder.resolve("out"), "1m")) {
        disk.remount("ro");

        Invocation run = run(PIPELINE);

        assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(run.err())
            .contains(
                "tidemark: failed: sink/sums: cannot open the output: file=out/sums.csv",
                "reason=Read-only file system; put that right and run again")
            .doesNotContain("\tat ", "Exception");
        disk.remount("rw");
        assertThat(run(PIPELINE).status()).isZero();
        assertThat(output("sums.csv").lines()).hasSize(1 + 5);
      }
    }

    @Test
    void inAFolderThatCannotBeMadeIsRefusedByName() throws Exception {
      write("in.csv", rows(0, 5));
      try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), "1m")) {
        disk.remount("ro");

        Invocation run = run(PIPELINE.replace("out/sums.csv", "disk/out/sums.csv"));

        assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
        assertThat(run.err())
            .startsWith("tidemark: ")
            .contains("its folder cannot be made: ", "disk/out: Read-only file system")
            .doesNotContain("Exception");
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/proc/nowhere/sums.csv", "/dev/full"})
    void whereNoFileCanBeIsRefusedInPlainWords(String path) throws Exception {
      write("in.csv", rows(0, 5));

      Invocation run =
          run(PIPELINE.replace("path = \"out/sums.csv\"", "format = csv, path = " + path));

      assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.err())
          .startsWith("tidemark: p.conf:6: pipeline.sinks.sums.path = " + path + ": ")
          .endsWith("; give the sink another path\n")
          .hasLineCount(1)
          .doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({"0, was shortened", "-1, is gone"})
    void thatAnInterruptedRunLostIsRefusedByNameAndLength(int left, String how) throws Exception {
      write("in.csv", rows(0, 5));
      assertThat(run(PIPELINE).status()).isZero();
      byte[] whole = Files.readAllBytes(folder.resolve("out/sums.csv"));
      Path state = folder.resolve(".tidemark/p/run.json");
      Files.writeString(state, Files.readString(state).replace("complete", "interrupted"));
      Files.delete(folder.resolve("out/sums.csv"));
      if (left == 0) {
        write("out/sums.csv", "");
      }

      Invocation run = run(PIPELINE);

      assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.err())
          .isEqualTo(
              "tidemark: going on with the interrupted run\ntidemark: out/sums.csv: "
                  + how
                  + ": sink=sums, committed by the interrupted run="
                  + whole.length
                  + ", actual=0 (bytes); restore the file to go on with the run, or start it anew"
                  + " with --fresh\n");
      Files.write(folder.resolve("out/sums.csv"), whole);
      assertThat(run(PIPELINE).status()).isZero();
      assertThat(folder.resolve("out/sums.csv")).hasBinaryContent(whole);
    }

    @Test
    void onAFullDiskEndsTheRunByNameAndGoesOnWhenThereIsRoom() throws Exception {
      write("in.csv", rows(0, 2_000));
      assertThat(run(PIPELINE, "--state", folder.resolve("other").toString()).status()).isZero();
      String expected = output("sums.csv");
      try (SmallDisk disk = SmallDisk.mount(folder.resolve("out"), "64k")) {
        Invocation full = run(PIPELINE);

        assertThat(full.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(full.err())
            .contains(
                "tidemark: failed: sink/sums: cannot write the output: file=out/sums.csv",
                "reason=No space left on device; put that right and run again")
            .doesNotContain("\tat ", "Exception");
        disk.remount("size=1m");
        Invocation roomy = run(PIPELINE);

        assertThat(roomy.status()).as(roomy.err()).isZero();
        assertThat(roomy.err()).contains("going on with the interrupted run");
        assertThat(output("sums.csv")).isEqualTo(expected);
      }
    }
  }

  @Nested
  class AStateFolder {
    @ParameterizedTest
    @ValueSource(strings = {"in.csv", "in.csv/state", "/proc/nowhere"})
    void whereNoneCanBeIsRefusedInPlainWords(String state) throws Exception {
      write("in.csv", rows(0, 5));

      Invocation run = run(PIPELINE, "--state", folder.resolve(state).toString());

      assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.err())
          .startsWith("tidemark: the state " + state + ": cannot be ")
          .contains("--state")
          .hasLineCount(1)
          .doesNotContain("Exception");
    }

    @Test
    void onADiskThatIsNearlyFullEndsTheRunAtOnceAndGoesOnWhenThereIsRoom() throws Exception {
      write("in.csv", rows(0, 2_000));
      try (SmallDisk disk = SmallDisk.mount(folder.resolve(".tidemark"), "64m")) {
        Invocation full = run(PIPELINE);

        assertThat(full.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(full.err())
            .contains("tidemark: failed: ", "disk is nearly full: directory=.tidemark/p/journal")
            .contains("reserve=256000000 bytes", "lower journal.disk-reserve");
        Invocation roomy =
            run(PIPELINE.replace("name = p", "name = p, journal.disk-reserve = 1MB"));

        assertThat(roomy.status()).as(roomy.err()).isZero();
        assertThat(output("sums.csv").lines()).hasSize(1 + 2_000);
        assertThat(disk).isNotNull();
      }
    }

    @Test
    void thatCannotBeWrittenIsRefusedByName() throws Exception {
      write("in.csv", rows(0, 5));
      try (SmallDisk disk = SmallDisk.mount(folder.resolve(".tidemark"), "1m")) {
        disk.remount("ro");

        Invocation run = run(PIPELINE);

        assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
        assertThat(run.err()).contains(".tidemark/p", "Read-only file system");
        assertThat(folder.resolve("out")).doesNotExist();
      }
    }
  }

  @Nested
  class APipelineFile {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "name = p | nmae = p | tidemark: p.conf:2: pipeline.nmae: no such setting; did you mean"
              + " name?",
          "name = p | batch-size = many | tidemark: p.conf:2: pipeline.batch-size = many: not a"
              + " whole number",
          "from = in, | from = sums, | tidemark: p.conf:4: pipeline.streams.sums.from = sums: "
        })
    void thatIsWrongRunsNothing(String part, String instead, String message) throws IOException {
      write("in.csv", rows(0, 5));
      assertThat(PIPELINE).contains(part);

      Invocation run = run(PIPELINE.replace(part, instead));

      assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.err()).contains(message);
      assertThat(List.of(folder.resolve(".tidemark"), folder.resolve("out")))
          .allSatisfy(path -> assertThat(path).doesNotExist());
    }
  }
}
