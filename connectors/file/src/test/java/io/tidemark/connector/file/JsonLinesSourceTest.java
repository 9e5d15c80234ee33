package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Row;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Offset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLinesSourceTest {
  @TempDir Path folder;

  private FileSourceSettings.Builder settings(String text, Map<String, ColumnType> columns)
      throws IOException {
    Reading.write(folder, "in.jsonl", text);
    return FileSourceSettings.jsonLines("in.jsonl").base(folder).columns(columns);
  }

  private Reading read(String text, ColumnType type) throws IOException {
    return Reading.all(FileSource.rows(settings(text, Map.of("a", type)).build()));
  }

  private static Map<String, ColumnType> all() {
    Map<String, ColumnType> columns = new LinkedHashMap<>();
    columns.put("s", ColumnType.STRING);
    columns.put("l", ColumnType.LONG);
    columns.put("d", ColumnType.DOUBLE);
    columns.put("b", ColumnType.BOOLEAN);
    columns.put("t", ColumnType.TIMESTAMP);
    return columns;
  }

  @Test
  void givesTheDeclaredColumnsInTheirOrder() throws IOException {
    String text =
        """
        {"t":"2024-03-01T00:00:00Z","b":true,"d":1.5,"l":-7,"s":"x, \\"y\\""}
        {"x":{"s":["no"]},"l":"7","d":"2","b":"FALSE","s":"","t":null}
        {}
        """;
    FileSource<Row> source = FileSource.rows(settings(text, all()).build());

    assertThat(source.schema().columns())
        .extracting("name")
        .containsExactly("s", "l", "d", "b", "t");
    assertThat(Reading.all(source).cells())
        .containsExactly(
            List.of("x, \"y\"", -7L, 1.5, true, Instant.parse("2024-03-01T00:00:00Z")),
            Arrays.asList("", 7L, 2.0, false, null),
            Arrays.asList(null, null, null, null, null));
  }

  @Test
  void keepsTheTextAndTheFirstByteOfARecord() throws IOException {
    Reading reading =
        read("\uFEFF{\"a\":1} \r\n\n \t\r\n{\"a\":\"é\"}\n{\"a\":3}", ColumnType.STRING);

    assertThat(reading.texts()).containsExactly("{\"a\":1} ", "{\"a\":\"é\"}", "{\"a\":3}");
    assertThat(reading.positions()).containsExactly(3L, 18L, 29L);
    assertThat(reading.ended()).isTrue();
  }

  @Test
  void givesAStringColumnTheTextOfANumberOrTruthValue() throws IOException {
    assertThat(read("{\"a\":1.50}\n{\"a\":1E3}\n{\"a\":true}\n", ColumnType.STRING).cells())
        .containsExactly(List.of("1.50"), List.of("1E3"), List.of("true"));
  }

  @Test
  void takesTheLastOfTwoFieldsOfOneName() throws IOException {
    assertThat(read("{\"a\":[],\"a\":1,\"a\":2}\n{\"a\":1,\"a\":null}\n", ColumnType.LONG).cells())
        .containsExactly(List.of(2L), Collections.singletonList(null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1",
        "[1]",
        "1",
        "null",
        "\"a\"",
        "{\"a\":1}{\"a\":2}",
        "{\"a\":1},",
        "{a:1}",
        "{\"a\":NaN}",
        "{\"a\":01}",
        "{'a':1}",
        "{\"a\":1} x",
        "x",
        "{\"a\":\"\\ud800\"}",
        "{\"b\":\"\\udc00\\ud800\"}",
        "{\"a\":\"\t\"}",
        "{\u0000\"a\":1}"
      })
  void reportsALineThatIsNoObject(String line) throws IOException {
    Reading reading = read(line + "\n{\"a\":\"\\ud83d\\ude00\"}\n", ColumnType.STRING);

    assertThat(reading.cells()).containsExactly(List.of("unparsable"), List.of("😀"));
    assertThat(reading.texts().get(0)).isEqualTo(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.5", "1e3", "1.0", "true", "[]", "{}", "\"\"", "\" 1\"", "9223372036854775808"})
  void reportsWhatIsNoLong(String value) throws IOException {
    assertThat(read("{\"a\":" + value + "}\n", ColumnType.LONG).cells())
        .containsExactly(List.of("bad-value"));
  }

  @Test
  void reportsAnObjectOrListWhereAValueBelongs() throws IOException {
    assertThat(read("{\"a\":{\"a\":1}}\n{\"a\":[1]}\n", ColumnType.STRING).cells())
        .containsExactly(List.of("bad-value"), List.of("bad-value"));
  }

  @Test
  void reportsBytesThatAreNotUtf8() throws IOException {
    byte[] bytes = "{\"a\":\"?\"}\n{\"a\":\"b\"}\n".getBytes(StandardCharsets.UTF_8);
    bytes[6] = (byte) 0xFC;
    FileSourceSettings settings = settings("", Map.of("a", ColumnType.STRING)).build();
    Files.write(folder.resolve("in.jsonl"), bytes);

    assertThat(Reading.all(FileSource.rows(settings)).cells())
        .containsExactly(List.of("unparsable"), List.of("b"));
  }

  @Test
  void reportsALineThatNestsWithoutEnd() throws IOException {
    assertThat(read("{\"a\":" + "[".repeat(100_000) + "\n{\"a\":1}\n", ColumnType.LONG).cells())
        .containsExactly(List.of("unparsable"), List.of(1L));
  }

  @Test
  void takesNamesAndNumbersAsLongAsARecordMayBe() throws IOException {
    String digits = "1".repeat(200_000);
    String text =
        """
        {"ignored":DIGITS,"a":1}
        {"DIGITS":0,"a":2}
        {"a":3.DIGITS}
        """
            .replace("DIGITS", digits);

    assertThat(read(text, ColumnType.DOUBLE).cells())
        .containsExactly(List.of(1.0), List.of(2.0), List.of(28 / 9.0));
    assertThat(read("{\"a\":" + digits + "}\n", ColumnType.LONG).cells())
        .containsExactly(List.of("bad-value"));
  }

  @Test
  void reportsAnOversizedLineAndGoesOn() throws IOException {
    FileSourceSettings settings =
        settings("{\"a\":\"" + "x".repeat(100) + "\"}\n{\"a\":1}\n", Map.of("a", ColumnType.STRING))
            .maxRecordBytes(64)
            .readBufferBytes(16)
            .build();

    assertThat(Reading.all(FileSource.rows(settings)).cells())
        .containsExactly(List.of("oversized"), List.of("1"));
  }

  @Test
  void showsTheRawTimesOfABadValue() throws IOException {
    FileSourceSettings settings =
        settings(
                "{\"t\":12,\"r\":\"x\",\"a\":true}\n{\"t\":12\n",
                Map.of("t", ColumnType.STRING, "r", ColumnType.STRING, "a", ColumnType.LONG))
            .eventTimeColumn("t")
            .arrivalTimeColumn("r")
            .build();

    assertThat(Reading.all(FileSource.rows(settings)).bad())
        .containsExactly(
            new BadRecord("bad-value", "{\"t\":12,\"r\":\"x\",\"a\":true}", "12", "x"),
            new BadRecord("unparsable", "{\"t\":12", "", ""));
  }

  @Test
  void dealsRecordsOutLikeCsv() throws IOException {
    StringBuilder json = new StringBuilder();
    StringBuilder csv = new StringBuilder("k,n\n");
    for (int i = 0; i < 50; i++) {
      json.append("{\"n\":").append(i).append(",\"k\":\"é").append(i % 7).append("\"}\n");
      csv.append('é').append(i % 7).append(',').append(i).append('\n');
    }
    Reading.write(folder, "in.csv", csv.toString());
    Map<String, ColumnType> columns = new LinkedHashMap<>();
    columns.put("k", ColumnType.STRING);
    columns.put("n", ColumnType.LONG);
    FileSource<Row> ofJson =
        FileSource.rows(
            settings(json.toString(), columns).partitions(3, List.of("k", "n")).build());
    FileSource<Row> ofCsv =
        FileSource.rows(
            FileSourceSettings.csv("in.csv")
                .base(folder)
                .columns(columns)
                .partitions(3, List.of("k", "n"))
                .build());

    int records = 0;
    for (int partition = 0; partition < 3; partition++) {
      Reading reading = Reading.all(ofJson, partition, 4);
      assertThat(reading.cells()).isEqualTo(Reading.all(ofCsv, partition, 100).cells());
      records += reading.items().size();
    }
    assertThat(records).isEqualTo(50);
  }

  @Test
  void putsWhatCannotBeReadIntoTheFirstPartitionUnlessTheFilesNameDecides() throws IOException {
    String text = "{\"k\":\n{\"k\":[]}\n";
    FileSourceSettings.Builder settings = settings(text, Map.of("k", ColumnType.STRING));

    FileSource<Row> byColumn =
        FileSource.rows(settings.fileNameAs("f").partitions(4, List.of("f", "k")).build());
    FileSource<Row> byName = FileSource.rows(settings.partitions(4, List.of("f")).build());

    assertThat(Reading.all(byColumn, 0, 10).items()).hasSize(2);
    assertThat(partition("in\u001F")).isNotZero();
    assertThat(Reading.all(byName, partition("in"), 10).items()).hasSize(2);
    assertThat(partition("in")).isNotZero();
  }

  private static int partition(String values) {
    byte[] bytes = values.getBytes(StandardCharsets.UTF_8);
    return Math.floorMod(Murmur3.hash(bytes, bytes.length), 4);
  }

  @Test
  void addsTheFilesNameThoughTheColumnsNameItToo() throws IOException {
    Map<String, ColumnType> columns = new LinkedHashMap<>();
    columns.put("file", ColumnType.STRING);
    columns.put("a", ColumnType.LONG);

    Reading reading =
        Reading.all(
            FileSource.rows(
                settings("{\"a\":1,\"file\":\"no\"}\n", columns).fileNameAs("file").build()));

    assertThat(reading.cells()).containsExactly(List.of(1L, "in"));
    assertThat(reading.end()).isEqualTo(new Offset(0, 20));
  }
}
