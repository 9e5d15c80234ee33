package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is reported of a record that is bad. */
class CsvBadRecordTest {
  private final CsvFolder folder;

  CsvBadRecordTest(@TempDir Path folder) {
    this.folder = new CsvFolder(folder);
  }

  @Test
  void reportsTooFewAndTooManyFields() throws IOException {
    Reading reading = folder.read("a,b\n1\n1,2\n1,2,3\n1,2,\n");

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
    Reading reading = folder.read("a,b\n\"x\"y,\"1\n2\"\nz,w\n");

    assertThat(reading.cells()).containsExactly(List.of("unparsable"), List.of("z", "w"));
    assertThat(reading.texts()).containsExactly("\"x\"y,\"1\n2\"", "z,w");
  }

  @Test
  void reportsAQuoteThatIsNeverClosed() throws IOException {
    Reading reading = folder.read("a,b\nx,y\n\"x,2\nz,w\n");

    assertThat(reading.cells()).containsExactly(List.of("x", "y"), List.of("unparsable"));
    assertThat(reading.ended()).isTrue();
  }

  @Test
  void reportsACarriageReturnThatStandsAlone() throws IOException {
    assertThat(folder.read("a,b\nx\ry,2\nz,w\n").cells())
        .containsExactly(List.of("unparsable"), List.of("z", "w"));
  }

  @Test
  void reportsBytesThatAreNotUtf8() throws IOException {
    byte[] bytes = "a,b\nx,?\nü,\uFFFD\n".getBytes(StandardCharsets.UTF_8);
    bytes[6] = (byte) 0xE4;
    Files.write(folder.path().resolve("in.csv"), bytes);

    Reading reading = folder.read(FileSourceSettings.csv("in.csv").base(folder.path()));

    assertThat(reading.cells()).containsExactly(List.of("unparsable"), List.of("ü", "\uFFFD"));
    assertThat(reading.texts()).containsExactly("x,\uFFFD", "ü,\uFFFD");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "1 ", " 1", "1.0", "0x10", "99999999999999999999", "1e3", "-", "+", "١"})
  void reportsWhatIsNoLong(String text) throws IOException {
    FileSourceSettings.Builder settings =
        folder.settings("a\n" + text + "\n").columns(Map.of("a", ColumnType.LONG));

    assertThat(folder.read(settings).cells()).containsExactly(List.of("bad-value"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "1 ", "NaN", "Infinity", "1e999", "1d", "0x1p3", ".", "-", "1.2.3", "١"})
  void reportsWhatIsNoFiniteDouble(String text) throws IOException {
    FileSourceSettings.Builder settings =
        folder.settings("a\n" + text + "\n").columns(Map.of("a", ColumnType.DOUBLE));

    assertThat(folder.read(settings).cells()).containsExactly(List.of("bad-value"));
  }

  @Test
  void reportsWhatIsNoBooleanAndNoTime() throws IOException {
    FileSourceSettings.Builder settings =
        folder
            .settings("b,t\nyes,\n,noon\n,2024-02-30T00:00:00Z\n")
            .columns(Map.of("b", ColumnType.BOOLEAN, "t", ColumnType.TIMESTAMP));

    assertThat(folder.read(settings).cells())
        .containsExactly(List.of("bad-value"), List.of("bad-value"), List.of("bad-value"));
  }

  @Test
  void reportsATimeBeyondTheAxis() throws IOException {
    FileSourceSettings.Builder settings =
        folder
            .settings("t\nmax\nmin\n7\n")
            .columns(Map.of("t", ColumnType.TIMESTAMP))
            .timestamps(text -> Map.of("max", Time.MAX, "min", Time.MIN).getOrDefault(text, 7L));

    assertThat(folder.read(settings).cells())
        .containsExactly(
            List.of("bad-value"), List.of("bad-value"), List.of(Instant.ofEpochSecond(0, 7000)));
  }

  @Test
  void showsTheRawTimesWhereTheyCanBeFound() throws IOException {
    FileSourceSettings.Builder settings =
        folder
            .settings("t,r,v\n1,2,x\n1,2\n1\n1,\"2\"x,3\n\"\"\"1\",,x\n")
            .columns(Map.of("v", ColumnType.LONG))
            .eventTimeColumn("t")
            .arrivalTimeColumn("r");

    assertThat(folder.read(settings).bad())
        .containsExactly(
            new BadRecord("bad-value", "1,2,x", "1", "2"),
            new BadRecord("wrong-column-count", "1,2", "1", "2"),
            new BadRecord("wrong-column-count", "1", "1", ""),
            new BadRecord("unparsable", "1,\"2\"x,3", "1", ""),
            new BadRecord("bad-value", "\"\"\"1\",,x", "\"1", ""));
  }
}
