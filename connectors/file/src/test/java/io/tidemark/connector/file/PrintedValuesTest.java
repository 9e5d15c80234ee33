package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.Offset;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.WindowResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rows look like in an output. */
class PrintedValuesTest {
  @TempDir Path folder;

  private String csv(List<List<@Nullable Object>> rows) throws IOException {
    Path file = folder.resolve("out.csv");
    write(RowWriter.to(file, FileFormat.CSV, Pairs.FORMAT), rows);
    return Files.readString(file);
  }

  private String json(List<List<@Nullable Object>> rows) throws IOException {
    Path file = folder.resolve("out.jsonl");
    write(RowWriter.to(file, FileFormat.JSON_LINES, Pairs.FORMAT), rows);
    return Files.readString(file);
  }

  private static <R> void write(SinkWriter<R> opened, List<R> rows) throws IOException {
    try (SinkWriter<R> writer = opened) {
      writer.restore(0);
      writer.append(rows);
      writer.sync();
    }
  }

  @Nested
  class Values {
    private final List<List<@Nullable Object>> rows =
        List.of(
            Pairs.of("x", 1L),
            Pairs.of(null, -0.0),
            Pairs.of(true, 1.0E10),
            Pairs.of("", Instant.parse("2024-03-01T00:00:00Z")),
            Pairs.of(List.<Object>of("a", 1L, 2.5), Double.POSITIVE_INFINITY));

    @Test
    void standInCsvAsText() throws IOException {
      assertThat(csv(rows))
          .isEqualTo(
              """
              a,b
              x,1
              ,-0.0
              true,1.0E10
              ,2024-03-01T00:00:00Z
              "[""a"",1,2.5]",Infinity
              """);
    }

    @Test
    void standInJsonByTheirKind() throws IOException {
      assertThat(json(rows))
          .isEqualTo(
              """
              {"a":"x","b":1}
              {"a":null,"b":-0.0}
              {"a":true,"b":1.0E10}
              {"a":"","b":"2024-03-01T00:00:00Z"}
              {"a":["a",1,2.5],"b":"Infinity"}
              """);
    }

    @Test
    void areQuotedInCsvOnlyWhereTheyMustBe() throws IOException {
      assertThat(
              csv(
                  List.of(
                      Pairs.of(" x ", "#;'\t|"),
                      Pairs.of("a,b", "say \"x\""),
                      Pairs.of("1\n2", "\r"))))
          .isEqualTo("a,b\n x ,#;'\t|\n\"a,b\",\"say \"\"x\"\"\"\n\"1\n2\",\"\r\"\n");
    }

    @Test
    void areEscapedInJsonOnlyWhereTheyMustBe() throws IOException {
      assertThat(json(List.of(Pairs.of("\"\\/\n\u0001é😀", "\u2028"))))
          .isEqualTo("{\"a\":\"\\\"\\\\/\\n\\u0001é😀\",\"b\":\"\u2028\"}\n");
    }

    @Test
    void showAQuestionMarkForHalfASurrogatePair() throws IOException {
      assertThat(csv(List.of(Pairs.of("x\uD800", "")))).isEqualTo("a,b\nx?,\n");
      assertThat(json(List.of(Pairs.of("x\uD800", "")))).isEqualTo("{\"a\":\"x?\",\"b\":\"\"}\n");
    }

    @Test
    void areQuotedWhereTheOnlyOneOfARowIsEmpty() throws IOException {
      Path file = folder.resolve("one.csv");
      RowFormat<String> single = new RowFormat<>(List.of("a"), text -> List.of(text));

      write(RowWriter.to(file, FileFormat.CSV, single), List.of("x", "", "y"));

      assertThat(file).hasContent("a\nx\n\"\"\ny\n");
    }

    @Test
    void areRefusedWhereTheyAreNotOnePerColumn() {
      assertThatThrownBy(() -> csv(List.of(List.of("x"))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("columns=[a, b], values=[x]");
    }
  }

  @Nested
  class Formats {
    private final WindowResult<List<String>> hour =
        new WindowResult<>(0, 3_600_000_000L, List.of("north", "2"), Arrays.asList(3L, null));
    private final WindowResult<List<String>> endless =
        new WindowResult<>(Time.MIN, Time.MAX, List.of("s", "1"), Arrays.<Object>asList(1L, 0.5));
    private final RowFormat<WindowResult<List<String>>> windows =
        RowFormat.windows(List.of("sensor", "lane"), key -> key, List.of("n", "mean"));

    private final Diagnostic late =
        new Diagnostic(
            Time.MIN,
            "readings",
            1,
            "in/b.csv",
            new Offset(1, 42),
            "late",
            "2024-03-01T00:00:00Z",
            "2024-03-01T00:01:00Z",
            "",
            "b,\"x\"");

    @Test
    void printWindowsInCsv() throws IOException {
      Path file = folder.resolve("w.csv");

      write(RowWriter.to(file, FileFormat.CSV, windows), List.of(hour, endless));

      assertThat(file)
          .hasContent(
              """
              window_start,window_end,sensor,lane,n,mean
              1970-01-01T00:00:00Z,1970-01-01T01:00:00Z,north,2,3,
              ,,s,1,1,0.5
              """);
    }

    @Test
    void printWindowsInJson() throws IOException {
      Path file = folder.resolve("w.jsonl");

      write(RowWriter.to(file, FileFormat.JSON_LINES, windows), List.of(endless));

      assertThat(file)
          .hasContent(
              """
              {"window_start":null,"window_end":null,"sensor":"s","lane":"1","n":1,"mean":0.5}
              """);
    }

    @ParameterizedTest
    @CsvSource({"true,1:42", "false,42"})
    void printDiagnosticsInCsv(boolean severalFiles, String offset) throws IOException {
      Path file = folder.resolve("d.csv");

      write(RowWriter.to(file, FileFormat.CSV, RowFormat.diagnostics(severalFiles)), List.of(late));

      assertThat(file)
          .hasContent(
              "source,partition,offset,rule,event_time,arrival_time,assigned_time,row\n"
                  + "readings,in/b.csv,"
                  + offset
                  + ",late,2024-03-01T00:00:00Z,2024-03-01T00:01:00Z,,\"b,\"\"x\"\"\"\n");
    }

    @Test
    void printDiagnosticsInJson() throws IOException {
      Path file = folder.resolve("d.jsonl");

      write(RowWriter.to(file, FileFormat.JSON_LINES, RowFormat.diagnostics(true)), List.of(late));

      assertThat(file)
          .hasContent(
              "{\"source\":\"readings\",\"partition\":\"in/b.csv\",\"offset\":\"1:42\","
                  + "\"rule\":\"late\",\"event_time\":\"2024-03-01T00:00:00Z\","
                  + "\"arrival_time\":\"2024-03-01T00:01:00Z\",\"assigned_time\":null,"
                  + "\"row\":\"b,\\\"x\\\"\"}\n");
    }
  }
}
