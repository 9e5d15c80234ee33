package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.Offset;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.WindowResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SinkWriterTest {
  private static final RowFormat<List<@Nullable Object>> PAIRS =
      new RowFormat<>(List.of("a", "b"), row -> row);

  @TempDir Path folder;

  private static List<@Nullable Object> row(@Nullable Object a, @Nullable Object b) {
    return Arrays.asList(a, b);
  }

  private String csv(List<List<@Nullable Object>> rows) throws IOException {
    Path file = folder.resolve("out.csv");
    write(CsvSinkWriter.to(file, PAIRS), rows);
    return Files.readString(file);
  }

  private String json(List<List<@Nullable Object>> rows) throws IOException {
    Path file = folder.resolve("out.jsonl");
    write(JsonLinesSinkWriter.to(file, PAIRS), rows);
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
            row("x", 1L),
            row(null, -0.0),
            row(true, 1.0E10),
            row("", Instant.parse("2024-03-01T00:00:00Z")),
            row(List.<Object>of("a", 1L, 2.5), Double.POSITIVE_INFINITY));

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
      assertThat(csv(List.of(row(" x ", "#;'\t|"), row("a,b", "say \"x\""), row("1\n2", "\r"))))
          .isEqualTo("a,b\n x ,#;'\t|\n\"a,b\",\"say \"\"x\"\"\"\n\"1\n2\",\"\r\"\n");
    }

    @Test
    void areEscapedInJsonOnlyWhereTheyMustBe() throws IOException {
      assertThat(json(List.of(row("\"\\/\n\u0001é😀", "\u2028"))))
          .isEqualTo("{\"a\":\"\\\"\\\\/\\n\\u0001é😀\",\"b\":\"\u2028\"}\n");
    }

    @Test
    void showAQuestionMarkForHalfASurrogatePair() throws IOException {
      assertThat(csv(List.of(row("x\uD800", "")))).isEqualTo("a,b\nx?,\n");
      assertThat(json(List.of(row("x\uD800", "")))).isEqualTo("{\"a\":\"x?\",\"b\":\"\"}\n");
    }

    @Test
    void areQuotedWhereTheOnlyOneOfARowIsEmpty() throws IOException {
      Path file = folder.resolve("one.csv");
      RowFormat<String> single = new RowFormat<>(List.of("a"), text -> List.of(text));

      write(CsvSinkWriter.to(file, single), List.of("x", "", "y"));

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

      write(CsvSinkWriter.to(file, windows), List.of(hour, endless));

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

      write(JsonLinesSinkWriter.to(file, windows), List.of(endless));

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

      write(CsvSinkWriter.to(file, RowFormat.diagnostics(severalFiles)), List.of(late));

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

      write(JsonLinesSinkWriter.to(file, RowFormat.diagnostics(true)), List.of(late));

      assertThat(file)
          .hasContent(
              "{\"source\":\"readings\",\"partition\":\"in/b.csv\",\"offset\":\"1:42\","
                  + "\"rule\":\"late\",\"event_time\":\"2024-03-01T00:00:00Z\","
                  + "\"arrival_time\":\"2024-03-01T00:01:00Z\",\"assigned_time\":null,"
                  + "\"row\":\"b,\\\"x\\\"\"}\n");
    }
  }

  @Nested
  class Restoring {
    private Path file() {
      return folder.resolve("deep/er/out.csv");
    }

    private CsvSinkWriter<List<@Nullable Object>> writer() {
      return CsvSinkWriter.to(file(), PAIRS);
    }

    @Test
    void createsFoldersAndWritesTheHeaderAtOnce() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThat(writer.restore(0)).isEqualTo(4);
        assertThat(file()).hasContent("a,b\n");
      }
    }

    @Test
    void createsTheFolderThatAnotherOutputIsCreatingToo() throws Exception {
      for (int round = 0; round < 40; round++) {
        Path shared = folder.resolve("round" + round).resolve("a/b");
        CyclicBarrier together = new CyclicBarrier(2);
        CompletableFuture<Long> other =
            CompletableFuture.supplyAsync(() -> header(together, shared.resolve("1.csv")));
        assertThat(header(together, shared.resolve("2.csv"))).isEqualTo(4);
        assertThat(other.get(10, TimeUnit.SECONDS)).isEqualTo(4);
      }
    }

    private static long header(CyclicBarrier together, Path file) {
      try (SinkWriter<List<@Nullable Object>> writer = CsvSinkWriter.to(file, PAIRS)) {
        together.await(10, TimeUnit.SECONDS);
        return writer.restore(0);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Test
    void failsWhereAFileStandsInPlaceOfItsFolder() throws IOException {
      Reading.write(folder, "deep", "a file");
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThatThrownBy(() -> writer.restore(0))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("out.csv");
      }
    }

    @Test
    void countsBytes() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        writer.restore(0);

        assertThat(writer.append(List.of(row("é", "😀")))).isEqualTo(4 + 8);
        assertThat(writer.append(List.of())).isEqualTo(12);
        writer.sync();
      }
      assertThat(Files.size(file())).isEqualTo(12);
    }

    @Test
    void cutsWhatWasNotCommittedAndGoesOn() throws IOException {
      long committed;
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        writer.restore(0);
        committed = writer.append(List.of(row("1", "2")));
        writer.append(List.of(row("3", "4"), row("5", "6")));
      }
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThat(writer.restore(committed)).isEqualTo(committed);
        assertThat(file()).hasContent("a,b\n1,2\n");
        writer.append(List.of(row("7", "8")));
        writer.sync();
      }
      assertThat(file()).hasContent("a,b\n1,2\n7,8\n");
    }

    @Test
    void startsAgainWhereNothingWasCommitted() throws IOException {
      Reading.write(folder, "deep/er/out.csv", "something else, and longer\n");
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThat(writer.restore(0)).isEqualTo(4);
      }
      assertThat(file()).hasContent("a,b\n");
    }

    @Test
    void mayComeAgainOnOneWriter() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        writer.restore(0);
        long committed = writer.append(List.of(row("1", "2")));
        writer.append(List.of(row("3", "4")));
        writer.restore(committed);
        writer.append(List.of(row("5", "6")));
      }
      assertThat(file()).hasContent("a,b\n1,2\n5,6\n");
    }

    @Test
    void failsWhereTheFileIsShorterThanWhatWasCommitted() throws IOException {
      Reading.write(folder, "deep/er/out.csv", "a,b\n");
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThatThrownBy(() -> writer.restore(10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("out.csv")
            .hasMessageContaining("expected=10 or more, actual=4 (bytes)");
      }
      assertThat(file()).hasContent("a,b\n");
    }

    @Test
    void failsWhereTheFileIsGone() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThatThrownBy(() -> writer.restore(10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("out.csv")
            .hasMessageContaining("gone");
      }
      assertThat(file()).doesNotExist();
    }

    @Test
    void failsWhereAFolderStandsInItsPlace() throws IOException {
      Files.createDirectories(file());
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThatThrownBy(() -> writer.restore(0))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("out.csv");
      }
    }

    @Test
    void mustComeBeforeWriting() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThatThrownBy(() -> writer.append(List.of(row("1", "2"))))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("restore it first");
      }
    }

    @Test
    void writesOverWhatAnotherAppended() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        writer.restore(0);
        Files.writeString(file(), "zz", StandardOpenOption.APPEND);
        writer.append(List.of(row("1", "2")));
      }
      assertThat(file()).hasContent("a,b\n1,2\n");
    }
  }

  @Nested
  class OnAStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void writesAHeaderWhereNothingWasCommittedAndStaysOpen() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = CsvSinkWriter.to(bytes, PAIRS)) {
        assertThat(writer.restore(0)).isEqualTo(4);
        assertThat(writer.append(List.of(row("1", "2")))).isEqualTo(8);
        writer.sync();
      }
      assertThat(text()).isEqualTo("a,b\n1,2\n");
    }

    @Test
    void failsWhereAPrintStreamCouldNotWrite() throws IOException {
      PrintStream broken =
          new PrintStream(
              new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                  throw new IOException("broken pipe");
                }
              },
              false,
              StandardCharsets.UTF_8);
      try (SinkWriter<List<@Nullable Object>> writer = CsvSinkWriter.to(broken, PAIRS)) {
        assertThatThrownBy(() -> writer.restore(0))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("takes no more");
      }
    }

    @Test
    void goesOnWithoutAHeaderWhereSomethingWas() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = CsvSinkWriter.to(bytes, PAIRS)) {
        assertThat(writer.restore(100)).isEqualTo(100);
        assertThat(writer.append(List.of(row("1", "2")))).isEqualTo(104);
      }
      assertThat(text()).isEqualTo("1,2\n");
    }
  }
}
