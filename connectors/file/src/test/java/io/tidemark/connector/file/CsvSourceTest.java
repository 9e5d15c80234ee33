package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Row;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of a CSV file. */
class CsvSourceTest {
  private final CsvFolder folder;

  CsvSourceTest(@TempDir Path folder) {
    this.folder = new CsvFolder(folder);
  }

  @Test
  void givesRowsWithTheHeadersNamesAndTheirFirstBytes() throws IOException {
    FileSource<Row> source = FileSource.rows(folder.settings("a,b\n1,x\n22,yy\n").build());

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
        folder
            .settings(
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

    assertThat(folder.read(settings).cells())
        .containsExactly(
            List.of("x", -12L, 1.5, true, Instant.parse("2024-03-01T00:00:00.123456Z")),
            List.of("y", 7L, -2000.0, false, Instant.parse("2024-03-01T00:00:00Z")));
  }

  @Test
  void takesAnEmptyFieldForNullWhateverItsTypeAndQuotes() throws IOException {
    FileSourceSettings.Builder settings =
        folder.settings("s,l,d\n,,\n\"\",\"\",\"\"\n").columns(Map.of("l", ColumnType.LONG));

    assertThat(folder.read(settings).cells())
        .containsExactly(Arrays.asList(null, null, null), Arrays.asList(null, null, null));
  }

  @Test
  void readsQuotedFieldsWithCommasQuotesAndLineEnds() throws IOException {
    Reading reading = folder.read("a,b\n\"x,\"\"y\"\"\",\"1\n2\r\n3\"\nz,w\n");

    assertThat(reading.cells()).containsExactly(List.of("x,\"y\"", "1\n2\r\n3"), List.of("z", "w"));
    assertThat(reading.texts()).containsExactly("\"x,\"\"y\"\"\",\"1\n2\r\n3\"", "z,w");
  }

  @Test
  void takesAQuoteInsideAnUnquotedFieldForText() throws IOException {
    assertThat(folder.read("a,b\n5\" pipe,x\n").cells()).containsExactly(List.of("5\" pipe", "x"));
  }

  @Test
  void skipsAByteOrderMarkAndBlankLinesAndAcceptsCarriageReturns() throws IOException {
    Reading reading = folder.read("\uFEFF\r\na,b\r\n\r\n1,2\r\n\n\n3,4\r\n\r\n");

    assertThat(reading.cells()).containsExactly(List.of("1", "2"), List.of("3", "4"));
    assertThat(reading.texts()).containsExactly("1,2", "3,4");
    assertThat(reading.positions()).containsExactly(12L, 19L);
    assertThat(reading.ended()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b\n1,2\n3,4", "a,b\n1,2\n3,4\r", "a,b\n1,2\n3,4\n"})
  void countsALastRecordWithoutALineEnd(String text) throws IOException {
    Reading reading = folder.read(text);

    assertThat(reading.texts()).containsExactly("1,2", "3,4");
    assertThat(reading.ended()).isTrue();
  }

  @Test
  void endsWithTheLastRecordThoughItFillsItsBatch() throws IOException {
    try (PartitionReader reader = FileSource.rows(folder.settings("a\n1\n2\n").build()).open(0)) {
      RecordBatch first = reader.read(Offset.START, 1);
      RecordBatch last = reader.read(first.end(), 1);

      assertThat(first.endOfInput()).isFalse();
      assertThat(last.size()).isEqualTo(1);
      assertThat(last.endOfInput()).isTrue();
    }
  }

  @Test
  void findsNothingBehindAHeaderRow() throws IOException {
    Reading reading = folder.read("a,b\n");

    assertThat(reading.items()).isEmpty();
    assertThat(reading.ended()).isTrue();
  }

  @Test
  void addsTheFilesNameAsTheLastColumn() throws IOException {
    Reading.write(folder.path(), "data/north.1.csv", "a\nx\n");
    FileSourceSettings settings =
        FileSourceSettings.csv("data/*.csv").base(folder.path()).fileNameAs("station").build();

    FileSource<Row> source = FileSource.rows(settings);

    assertThat(source.partitions()).containsExactly("data/north.1.csv");
    assertThat(Reading.all(source).cells()).containsExactly(List.of("x", "north.1"));
  }

  @Test
  void refusesAPartitionThatIsNotThere() throws IOException {
    FileSource<Row> source = FileSource.rows(folder.settings("a\n").build());

    assertThatThrownBy(() -> source.open(1)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
