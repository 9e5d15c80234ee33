package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run makes of a row that is none. */
class BadRowTest {
  private final RunFolder folder;

  BadRowTest(@TempDir Path folder) {
    this.folder = new RunFolder(folder);
  }

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
    folder.write("in.csv", String.join("", csv));
    String[] json = {
      "{\"device\":\"a\",\"at\":\"2024-01-01 00:00:01\",\"value\":1}\n",
      "{\"device\":null,\"at\":\"2024-01-01 00:00:02\",\"value\":2}\n",
      "{\"device\":\"a\",\"value\":3}\n",
      "{\"device\":\"b\",\"at\":\"2024-01-01 00:00:04\",\"value\":4}\n",
      "{\"device\":\"b\",\"at\":\"2024-01-01 00:0"
    };
    folder.write("in.jsonl", String.join("", json));

    Invocation run =
        folder.run(
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
    assertThat(folder.output("csv.csv"))
        .isEqualTo(
            """
            window_start,window_end,device,n,total
            2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,a,1,1
            2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,b,1,8
            """);
    assertThat(folder.output("json.csv"))
        .isEqualTo(
            """
            window_start,window_end,device,n,total
            2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,a,1,1
            2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,b,1,4
            """);
    assertThat(folder.output("bad-csv.csv").lines())
        .containsExactly(
            "source,partition,offset,rule,event_time,arrival_time,assigned_time,row",
            bad(csv, 2, "bad-timestamp,soon,2024-01-01 00:00:02"),
            bad(csv, 3, "bad-timestamp,2024-01-01 00:00:03,"),
            bad(csv, 4, "null-key,2024-01-01 00:00:04,2024-01-01 00:00:04.5"),
            bad(csv, 5, "wrong-column-count,2024-01-01 00:00:05,"),
            bad(csv, 6, "bad-value,2024-01-01 00:00:06,2024-01-01 00:00:06"),
            bad(csv, 7, "unparsable,,"),
            bad(csv, 9, "wrong-column-count,2024-01-01 00:00:09,2024"));
    assertThat(folder.output("bad-json.csv").lines())
        .containsExactly(
            "source,partition,offset,rule,event_time,arrival_time,assigned_time,row",
            bad(json, 1, "null-key,2024-01-01 00:00:02,"),
            bad(json, 2, "bad-timestamp,,"),
            bad(json, 4, "unparsable,,"));
    assertThat(run.err()).containsPattern("csv +2 +0 +0 +0 +0 +0 +0 +7 ");
  }

  @Test
  void showsTheTextOfATimeWhateverTheTypeOfItsColumn() throws IOException {
    folder.write("in.csv", "device,at,received\n,\"2024-01-01 00:00:01.50\",1704067201.500\n");
    folder.write("in.jsonl", "{\"at\":\"2024-01-01 00:00:01.50\",\"received\":1704067201.500}\n");
    String source =
        """
          sources.FORMAT { paths = ["in.FORMAT"], columns { at = timestamp, received = double }
            event-time { column = at }, arrival-time { column = received, format = epoch-seconds } }
          streams.FORMATs { from = FORMAT, key-by = [device], window { tumbling = 1m }
            select = ["count() as n"] }
          sinks.FORMAT { from = FORMAT.diagnostics, path = "out/bad-FORMAT.csv" }
        """;

    Invocation run =
        folder.run(
            "pipeline {\n"
                + source.replace("FORMAT", "csv")
                + source.replace("FORMAT", "jsonl")
                + "}\n");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(List.of(folder.output("bad-csv.csv"), folder.output("bad-jsonl.csv")))
        .allSatisfy(
            rows -> assertThat(rows).contains("null-key,2024-01-01 00:00:01.50,1704067201.500,,"));
  }

  @Test
  void ofJsonIsWhatTheDocumentationSays() throws IOException {
    String at = "\"at\":\"2024-01-01 00:00:01\"";
    folder.write(
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
        folder.run(
            RunFolder.PIPELINE
                .replace("in.csv", "in.jsonl")
                .replace(
                    "sinks.sums",
                    "sinks.bad { from = in.diagnostics, path = \"out/bad.csv\" }\n  sinks.sums"));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(folder.output("sums.csv").lines())
        .containsExactly(
            "window_start,window_end,device,n,total",
            "2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,,1,4",
            "2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,a,2,10");
    assertThat(folder.output("bad.csv"))
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
    folder.write("in.csv", "device,at,value\na,2024-01-01T00:00:00Z,1\n,2024-01-01 00:00:02,2\n");

    Invocation run =
        folder.run(RunFolder.PIPELINE.replace("sources.in {", "sources.in { on-bad-input = stop,"));

    assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(run.err())
        .contains(
            "tidemark: failed: partition/in/0: bad input: source=in, file=in.csv, offset=41,"
                + " kind=null-key, record=,2024-01-01 00:00:02,2; mend it, or set on-bad-input"
                + " = skip\n");
  }
}
