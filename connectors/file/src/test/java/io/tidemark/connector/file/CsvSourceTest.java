package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Row;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvSourceTest {
  @TempDir Path folder;

  private FileSourceSettings.Builder settings(String text) throws IOException {
    Reading.write(folder, "in.csv", text);
    return FileSourceSettings.csv("in.csv").base(folder);
  }

  private Reading read(String text) throws IOException {
    return Reading.all(FileSource.rows(settings(text).build()));
  }

  private Reading read(FileSourceSettings.Builder settings) throws IOException {
    return Reading.all(FileSource.rows(settings.build()));
  }

  @Test
  void givesRowsWithTheHeadersNamesAndTheirFirstBytes() throws IOException {
    FileSource<Row> source = FileSource.rows(settings("a,b\n1,x\n22,yy\n").build());

    Reading reading = Reading.all(source);

    assertThat(source.partitions()).containsExactly("in.csv");
    assertThat(source.schema().columns()).extracting("name").containsExactly("a", "b");
    assertThat(reading.cells()).containsExactly(List.of("1", "x"), List.of("22", "yy"));
    assertThat(reading.texts()).containsExactly("1,x", "22,yy");
    assertThat(reading.positions()).containsExactly(4L, 8L);
    assertThat(reading.end()).isEqualTo(new Offset(0, 14));
    assertThat(reading.ended()).isTrue();
  }

  @Test
  void takesTypedColumns() throws IOException {
    FileSourceSettings.Builder settings =
        settings(
                """
                s,l,d,b,t
                x,-12,1.5,TRUE,2024-03-01T00:00:00.123456Z
                y,+7,-2e3,false,2024-03-01 00:00
                """)
            .columns(
                Map.of(
                    "l", ColumnType.LONG,
                    "d", ColumnType.DOUBLE,
                    "b", ColumnType.BOOLEAN,
                    "t", ColumnType.TIMESTAMP));

    assertThat(read(settings).cells())
        .containsExactly(
            List.of("x", -12L, 1.5, true, Instant.parse("2024-03-01T00:00:00.123456Z")),
            List.of("y", 7L, -2000.0, false, Instant.parse("2024-03-01T00:00:00Z")));
  }

  @Test
  void takesAnEmptyFieldForNullWhateverItsTypeAndQuotes() throws IOException {
    FileSourceSettings.Builder settings =
        settings("s,l,d\n,,\n\"\",\"\",\"\"\n").columns(Map.of("l", ColumnType.LONG));

    assertThat(read(settings).cells())
        .containsExactly(Arrays.asList(null, null, null), Arrays.asList(null, null, null));
  }

  @Test
  void readsQuotedFieldsWithCommasQuotesAndLineEnds() throws IOException {
    Reading reading = read("a,b\n\"x,\"\"y\"\"\",\"1\n2\r\n3\"\nz,w\n");

    assertThat(reading.cells()).containsExactly(List.of("x,\"y\"", "1\n2\r\n3"), List.of("z", "w"));
    assertThat(reading.texts()).containsExactly("\"x,\"\"y\"\"\",\"1\n2\r\n3\"", "z,w");
  }

  @Test
  void takesAQuoteInsideAnUnquotedFieldForText() throws IOException {
    assertThat(read("a,b\n5\" pipe,x\n").cells()).containsExactly(List.of("5\" pipe", "x"));
  }

  @Test
  void skipsAByteOrderMarkAndBlankLinesAndAcceptsCarriageReturns() throws IOException {
    Reading reading = read("\uFEFF\r\na,b\r\n\r\n1,2\r\n\n\n3,4\r\n\r\n");

    assertThat(reading.cells()).containsExactly(List.of("1", "2"), List.of("3", "4"));
    assertThat(reading.texts()).containsExactly("1,2", "3,4");
    assertThat(reading.positions()).containsExactly(12L, 19L);
    assertThat(reading.ended()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b\n1,2\n3,4", "a,b\n1,2\n3,4\r", "a,b\n1,2\n3,4\n"})
  void countsALastRecordWithoutALineEnd(String text) throws IOException {
    Reading reading = read(text);

    assertThat(reading.texts()).containsExactly("1,2", "3,4");
    assertThat(reading.ended()).isTrue();
  }

  @Test
  void endsWithTheLastRecordThoughItFillsItsBatch() throws IOException {
    try (PartitionReader reader = FileSource.rows(settings("a\n1\n2\n").build()).open(0)) {
      RecordBatch first = reader.read(Offset.START, 1);
      RecordBatch last = reader.read(first.end(), 1);

      assertThat(first.endOfInput()).isFalse();
      assertThat(last.size()).isEqualTo(1);
      assertThat(last.endOfInput()).isTrue();
    }
  }

  @Test
  void findsNothingBehindAHeaderRow() throws IOException {
    Reading reading = read("a,b\n");

    assertThat(reading.items()).isEmpty();
    assertThat(reading.ended()).isTrue();
  }

  @Test
  void addsTheFilesNameAsTheLastColumn() throws IOException {
    Reading.write(folder, "data/north.1.csv", "a\nx\n");
    FileSourceSettings settings =
        FileSourceSettings.csv("data/*.csv").base(folder).fileNameAs("station").build();

    FileSource<Row> source = FileSource.rows(settings);

    assertThat(source.partitions()).containsExactly("data/north.1.csv");
    assertThat(Reading.all(source).cells()).containsExactly(List.of("x", "north.1"));
  }

  @Nested
  class WhereARecordIsBad {
    @Test
    void reportsTooFewAndTooManyFields() throws IOException {
      Reading reading = read("a,b\n1\n1,2\n1,2,3\n1,2,\n");

      assertThat(reading.cells())
          .containsExactly(
              List.of("wrong-column-count"),
              List.of("1", "2"),
              List.of("wrong-column-count"),
              List.of("wrong-column-count"));
      assertThat(reading.texts()).containsExactly("1", "1,2", "1,2,3", "1,2,");
    }

    @Test
    void reportsTextBehindAClosingQuoteAndGoesOnAtTheLineEnd() throws IOException {
      Reading reading = read("a,b\n\"x\"y,\"1\n2\"\nz,w\n");

      assertThat(reading.cells()).containsExactly(List.of("unparsable"), List.of("z", "w"));
      assertThat(reading.texts()).containsExactly("\"x\"y,\"1\n2\"", "z,w");
    }

    @Test
    void reportsAQuoteThatIsNeverClosed() throws IOException {
      Reading reading = read("a,b\nx,y\n\"x,2\nz,w\n");

      assertThat(reading.cells()).containsExactly(List.of("x", "y"), List.of("unparsable"));
      assertThat(reading.ended()).isTrue();
    }

    @Test
    void reportsACarriageReturnThatStandsAlone() throws IOException {
      assertThat(read("a,b\nx\ry,2\nz,w\n").cells())
          .containsExactly(List.of("unparsable"), List.of("z", "w"));
    }

    @Test
    void reportsBytesThatAreNotUtf8() throws IOException {
      byte[] bytes = "a,b\nx,?\nü,\uFFFD\n".getBytes(StandardCharsets.UTF_8);
      bytes[6] = (byte) 0xE4;
      Files.write(folder.resolve("in.csv"), bytes);

      Reading reading = read(FileSourceSettings.csv("in.csv").base(folder));

      assertThat(reading.cells()).containsExactly(List.of("unparsable"), List.of("ü", "\uFFFD"));
      assertThat(reading.texts()).containsExactly("x,\uFFFD", "ü,\uFFFD");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"x", "1 ", " 1", "1.0", "0x10", "99999999999999999999", "1e3", "-", "+", "١"})
    void reportsWhatIsNoLong(String text) throws IOException {
      FileSourceSettings.Builder settings =
          settings("a\n" + text + "\n").columns(Map.of("a", ColumnType.LONG));

      assertThat(read(settings).cells()).containsExactly(List.of("bad-value"));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"x", "1 ", "NaN", "Infinity", "1e999", "1d", "0x1p3", ".", "-", "1.2.3", "١"})
    void reportsWhatIsNoFiniteDouble(String text) throws IOException {
      FileSourceSettings.Builder settings =
          settings("a\n" + text + "\n").columns(Map.of("a", ColumnType.DOUBLE));

      assertThat(read(settings).cells()).containsExactly(List.of("bad-value"));
    }

    @Test
    void reportsWhatIsNoBooleanAndNoTime() throws IOException {
      FileSourceSettings.Builder settings =
          settings("b,t\nyes,\n,noon\n,2024-02-30T00:00:00Z\n")
              .columns(Map.of("b", ColumnType.BOOLEAN, "t", ColumnType.TIMESTAMP));

      assertThat(read(settings).cells())
          .containsExactly(List.of("bad-value"), List.of("bad-value"), List.of("bad-value"));
    }

    @Test
    void reportsATimeBeyondTheAxis() throws IOException {
      FileSourceSettings.Builder settings =
          settings("t\nmax\nmin\n7\n")
              .columns(Map.of("t", ColumnType.TIMESTAMP))
              .timestamps(text -> Map.of("max", Time.MAX, "min", Time.MIN).getOrDefault(text, 7L));

      assertThat(read(settings).cells())
          .containsExactly(
              List.of("bad-value"), List.of("bad-value"), List.of(Instant.ofEpochSecond(0, 7000)));
    }

    @Test
    void showsTheRawTimesWhereTheyCanBeFound() throws IOException {
      FileSourceSettings.Builder settings =
          settings("t,r,v\n1,2,x\n1,2\n1\n1,\"2\"x,3\n\"\"\"1\",,x\n")
              .columns(Map.of("v", ColumnType.LONG))
              .eventTimeColumn("t")
              .arrivalTimeColumn("r");

      assertThat(read(settings).bad())
          .containsExactly(
              new BadRecord("bad-value", "1,2,x", "1", "2"),
              new BadRecord("wrong-column-count", "1,2", "1", "2"),
              new BadRecord("wrong-column-count", "1", "1", ""),
              new BadRecord("unparsable", "1,\"2\"x,3", "1", ""),
              new BadRecord("bad-value", "\"\"\"1\",,x", "\"1", ""));
    }
  }

  @Nested
  class WhereARecordIsLong {
    private static final int LIMIT = 32;

    private Reading read(String text, int bufferBytes) throws IOException {
      return CsvSourceTest.this.read(
          settings(text).maxRecordBytes(LIMIT).readBufferBytes(bufferBytes).eventTimeColumn("a"));
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 31, 33, 34, 35, 64, 4096})
    void takesOneOfExactlyTheLimit(int bufferBytes) throws IOException {
      String longest = "x," + "y".repeat(LIMIT - 2);

      Reading reading = read("a,b\r\n" + longest + "\r\n" + longest + "\n" + longest, bufferBytes);

      assertThat(reading.texts()).containsExactly(longest, longest, longest);
      assertThat(reading.bad()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 31, 33, 34, 35, 64, 4096})
    void skipsOneByteMoreToItsLineEnd(int bufferBytes) throws IOException {
      String tooLong = "x," + "y".repeat(LIMIT - 1);

      Reading reading =
          read("a,b\n" + tooLong + "\n1,2\n" + tooLong + "\r\n3,4\n" + tooLong, bufferBytes);

      assertThat(reading.cells())
          .containsExactly(
              List.of("oversized"),
              List.of("1", "2"),
              List.of("oversized"),
              List.of("3", "4"),
              List.of("oversized"));
      assertThat(reading.bad()).extracting(BadRecord::eventText).containsOnly("x");
      assertThat(reading.positions()).containsExactly(4L, 38L, 42L, 77L, 81L);
      assertThat(reading.ended()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 31, 33, 34, 35, 64, 4096})
    void endsAnOpenQuoteAtTheFirstLineEndBehindTheLimit(int bufferBytes) throws IOException {
      String behind = "\"x\n" + "1,2\n".repeat(10);

      Reading reading = read("a,b\n" + behind + "3,4\n", bufferBytes);

      assertThat(reading.cells().get(0)).containsExactly("oversized");
      assertThat(reading.positions().get(1)).isEqualTo(4 + 3 + 8 * 4);
      assertThat(reading.texts().subList(1, reading.texts().size()))
          .containsExactly("1,2", "1,2", "3,4");
    }

    @Test
    void endsAnOpenQuoteAtALineEndThatStandsAtTheLimit() throws IOException {
      String at = "\"xxx\n" + "1,2\n".repeat(10);

      assertThat(read("a,b\n" + at, 16).positions()).containsExactly(4L, 37L, 41L, 45L);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 100_000})
    void hasAllItsBytesInTheChecksum(int bufferBytes) throws IOException {
      String data = "x".repeat(20_000) + "\r\n1,2\n";
      CRC32C expected = new CRC32C();
      expected.update(data.getBytes(StandardCharsets.UTF_8));

      assertThat(read("a,b\n" + data, bufferBytes).checksums())
          .containsExactly((int) expected.getValue());
    }

    @Test
    void endsABatchThatWouldTakeTooMuchMemory() throws IOException {
      String big = "x".repeat(FilePartitionReader.BATCH_BYTES / 4);
      FileSourceSettings.Builder settings =
          settings("a\n" + (big + "\n").repeat(9)).maxRecordBytes(FilePartitionReader.BATCH_BYTES);

      try (PartitionReader reader = FileSource.rows(settings.build()).open(0)) {
        RecordBatch first = reader.read(Offset.START, 100);
        RecordBatch second = reader.read(first.end(), 100);
        RecordBatch third = reader.read(second.end(), 100);

        assertThat(List.of(first.size(), second.size(), third.size())).containsExactly(4, 4, 1);
        assertThat(first.endOfInput()).isFalse();
        assertThat(third.endOfInput()).isTrue();
      }
    }

    @Test
    void showsTheStartOfItsText() throws IOException {
      String text = "é".repeat(2000);
      FileSourceSettings.Builder settings = settings("a\n_" + text + "\n").maxRecordBytes(3000);

      BadRecord bad = CsvSourceTest.this.read(settings).bad().get(0);

      assertThat(bad.text()).isEqualTo("_" + "é".repeat(511));
    }
  }

  @Nested
  class WhereTheFilesDoNotFit {
    @Test
    void namesThePatternThatMatchesNothing() {
      assertThatThrownBy(
              () -> FileSource.rows(FileSourceSettings.csv("no/*.csv").base(folder).build()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no/*.csv")
          .hasMessageContaining(folder.toString());
    }

    @Test
    void namesBothFilesOfDifferentHeaders() throws IOException {
      Reading.write(folder, "1.csv", "a,b\n");
      Reading.write(folder, "2.csv", "a,c\n");

      assertThatThrownBy(() -> read(FileSourceSettings.csv("*.csv").base(folder)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1.csv, columns=[a, b]")
          .hasMessageContaining("2.csv, columns=[a, c]");
    }

    @Test
    void namesTheColumnThatIsNotThere() {
      assertThatThrownBy(() -> read(settings("a,b\n").columns(Map.of("value", ColumnType.LONG))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("value")
          .hasMessageContaining("[a, b]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\uFEFF", "\n\n", "a,,b\n", "a,a\n", "\"a\n"})
    void refusesAHeaderRowThatIsNone(String text) {
      assertThatThrownBy(() -> read(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("in.csv");
    }

    @Test
    void refusesAFileNameColumnThatTheFilesHave() {
      assertThatThrownBy(() -> read(settings("a,b\n").fileNameAs("b")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("file-name-as=b");
    }
  }

  @Test
  void refusesAPartitionThatIsNotThere() throws IOException {
    FileSource<Row> source = FileSource.rows(settings("a\n").build());

    assertThatThrownBy(() -> source.open(1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Nested
  class WhereAFileChanges {
    private final Offset start = Offset.START;

    private PartitionReader open(String text, int bufferBytes) throws IOException {
      return FileSource.rows(settings(text).readBufferBytes(bufferBytes).build()).open(0);
    }

    @Test
    void failsWhereItShrankBeforeItWasOpened() throws IOException {
      try (PartitionReader reader = open("a\n1\n2\n", 16)) {
        Files.writeString(folder.resolve("in.csv"), "a\n1\n");

        assertThatThrownBy(() -> reader.read(start, 10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("in.csv")
            .hasMessageContaining("changed");
      }
    }

    @Test
    void failsWhereItShrinksUnderTheReader() throws IOException {
      try (PartitionReader reader = open("a\n" + "12345\n".repeat(100), 16)) {
        RecordBatch batch = reader.read(start, 10);
        Files.writeString(folder.resolve("in.csv"), "a\n");

        assertThatThrownBy(() -> reader.read(batch.end(), 10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("in.csv");
      }
    }

    @Test
    void failsWhereItGrowsThoughItIsNotFollowed() throws IOException {
      try (PartitionReader reader = open("a\n" + "12345\n".repeat(100), 16)) {
        RecordBatch batch = reader.read(start, 10);
        Files.writeString(folder.resolve("in.csv"), "a\n" + "12345\n".repeat(101));

        assertThatThrownBy(() -> reader.read(batch.end(), 1000))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("in.csv");
      }
    }

    @Test
    void failsWhereItIsGone() throws IOException {
      try (PartitionReader reader = open("a\n1\n", 16)) {
        Files.delete(folder.resolve("in.csv"));

        assertThatThrownBy(() -> reader.read(start, 10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("in.csv")
            .hasMessageContaining("does not exist");
      }
    }

    @Test
    void failsWhereAnotherHeaderStandsThere() throws IOException {
      try (PartitionReader reader = open("a\n1\n", 16)) {
        Files.writeString(folder.resolve("in.csv"), "b\n1\n");

        assertThatThrownBy(() -> reader.read(start, 10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("header");
      }
    }

    @Test
    void failsWhereNoRecordStartsAtTheOffset() throws IOException {
      try (PartitionReader reader = open("a\n11\n22\n", 16)) {
        assertThatThrownBy(() -> reader.read(new Offset(0, 3), 10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("no record starts at byte 3");
        assertThatThrownBy(() -> reader.read(new Offset(0, 100), 10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("100");
        assertThat(Reading.rest(reader, new Offset(0, 5), 10).texts()).containsExactly("22");
      }
    }
  }
}
