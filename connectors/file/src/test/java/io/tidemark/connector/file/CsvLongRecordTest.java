package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a record is as long as the limit, or longer; whatever the size of the buffer. */
class CsvLongRecordTest {
  private static final int LIMIT = 32;

  private final CsvFolder folder;

  CsvLongRecordTest(@TempDir Path folder) {
    this.folder = new CsvFolder(folder);
  }

  private Reading read(String text, int bufferBytes) throws IOException {
    return folder.read(
        folder
            .settings(text)
            .maxRecordBytes(LIMIT)
            .readBufferBytes(bufferBytes)
            .eventTimeColumn("a"));
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
        folder
            .settings("a\n" + (big + "\n").repeat(9))
            .maxRecordBytes(FilePartitionReader.BATCH_BYTES);

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
    FileSourceSettings.Builder settings =
        folder.settings("a\n_" + text + "\n").maxRecordBytes(3000);

    BadRecord bad = folder.read(settings).bad().get(0);

    assertThat(bad.text()).isEqualTo("_" + "é".repeat(511));
  }
}
