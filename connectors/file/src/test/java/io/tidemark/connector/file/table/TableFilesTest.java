package io.tidemark.connector.file.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.connector.file.CsvFiles;
import io.tidemark.connector.file.JsonLinesFiles;
import io.tidemark.core.join.Version;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFilesTest {
  private static final String PATTERN = "rates/{yyyy-MM-dd}/{HH-mm}.csv";

  @TempDir Path folder;

  private record Rate(@Nullable String currency, long rate) {}

  private void write(String file, String... rows) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, "currency,rate\n" + String.join("\n", rows) + "\n");
  }

  private TableFiles<Rate> rates() {
    return TableFiles.of(CsvFiles.of(Rate.class), Rate::currency).in(folder);
  }

  private static Version<Rate> of(String time, String currency, long rate) {
    return Version.of(Instant.parse(time), new Rate(currency, rate));
  }

  private static Version<Rate> gone(String time, String currency, long rate) {
    return Version.gone(Instant.parse(time), new Rate(currency, rate));
  }

  private static List<Object> values(RecordBatch records) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      values.add(records.value(i));
    }
    return values;
  }

  /** All that a reader gives, in batches of a size. */
  private static List<Object> all(PartitionReader reader, int size) throws IOException {
    List<Object> values = new ArrayList<>();
    Offset from = Offset.START;
    RecordBatch records = reader.read(from, size);
    while (records.size() > 0) {
      values.addAll(values(records));
      from = records.end();
      records = reader.read(from, size);
    }
    return values;
  }

  private void writeThree() throws IOException {
    write("rates/2024-03-01/09-00.csv", "EUR,1", "CHF,2", "SEK,3");
    write("rates/2024-03-01/10-30.csv", "EUR,1", "CHF,5");
    write("rates/2024-03-02/00-00.csv", "SEK,4", "CHF,5", "EUR,1");
    write("rates/2024-03-01/elsewhere.csv", "EUR,9");
    write("rates/2024-02-31/09-00.csv", "EUR,9");
  }

  private static final List<Object> CHANGES =
      List.of(
          of("2024-03-01T09:00:00Z", "EUR", 1),
          of("2024-03-01T09:00:00Z", "CHF", 2),
          of("2024-03-01T09:00:00Z", "SEK", 3),
          of("2024-03-01T10:30:00Z", "CHF", 5),
          gone("2024-03-01T10:30:00Z", "SEK", 3),
          of("2024-03-02T00:00:00Z", "SEK", 4));

  @Test
  void givesWhatEachTableChangesFromItsTimeOn() throws IOException {
    writeThree();

    try (PartitionReader reader = rates().at(PATTERN).open(0)) {
      assertThat(all(reader, 100)).isEqualTo(CHANGES);
    }
  }

  @Test
  void anotherReaderGoesOnAnywhereWithTheSame() throws IOException {
    writeThree();
    TableSource<Rate> source = rates().at(PATTERN);
    try (PartitionReader one = source.open(0)) {
      assertThat(all(one, 2)).isEqualTo(CHANGES);
      Offset from = Offset.START;
      for (int read = 0; read < CHANGES.size(); ) {
        RecordBatch records = one.read(from, 2);
        try (PartitionReader other = source.open(0)) {
          RecordBatch again = other.read(from, records.size());
          assertThat(values(again)).isEqualTo(values(records));
          assertThat(again.checksum()).isEqualTo(records.checksum());
          assertThat(again.end()).isEqualTo(records.end()).isGreaterThan(from);
        }
        read += records.size();
        from = records.end();
      }
      assertThat(one.read(from, 2).endOfInput()).isTrue();
    }
  }

  @Test
  void aTableThatComesLaterIsFoundWhereTheSourceFollows() throws IOException {
    write("rates/2024-03-01/09-00.csv", "EUR,1");
    TableSource<Rate> source = rates().follow().at(PATTERN);
    try (PartitionReader reader = source.open(0)) {
      RecordBatch first = reader.read(Offset.START, 9);
      RecordBatch nothing = reader.read(first.end(), 9);
      assertThat(nothing.size()).isZero();
      assertThat(nothing.endOfInput()).isFalse();

      write("rates/2024-03-05/09-00.csv", "EUR,2");
      write("rates/2024-02-28/09-00.csv", "EUR,7");

      RecordBatch second = reader.read(nothing.end(), 9);
      assertThat(values(second)).containsExactly(of("2024-03-05T09:00:00Z", "EUR", 2));
      assertThat(reader.read(second.end(), 9).size()).isZero();
    }
  }

  @Test
  void aTableThatChangesNothingIsPassed() throws IOException {
    write("rates/2024-03-01/09-00.csv", "EUR,1");
    write("rates/2024-03-01/09-01.csv", "EUR,1");
    TableSource<Rate> source = rates().follow().at(PATTERN);
    try (PartitionReader reader = source.open(0)) {
      RecordBatch first = reader.read(Offset.START, 9);
      RecordBatch nothing = reader.read(first.end(), 9);
      assertThat(nothing.size()).isZero();
      assertThat(nothing.end()).isGreaterThan(first.end());
      assertThat(reader.read(nothing.end(), 9).end()).isEqualTo(nothing.end());

      write("rates/2024-03-01/09-02.csv", "EUR,2");

      assertThat(values(reader.read(first.end(), 9)))
          .containsExactly(of("2024-03-01T09:02:00Z", "EUR", 2));
    }
  }

  @Test
  void rowsThatAreNoneAreBadInputOfTheirTable() throws IOException {
    write("2024-03-01T09-00-07.csv", "EUR,x", ",3", "CHF,2");
    try (PartitionReader reader = rates().at("{yyyy-MM-dd'T'HH-mm-ss}.csv").open(0)) {
      assertThat(all(reader, 9))
          .containsExactly(
              new BadRecord("bad-value", "EUR,x", "", ""),
              new BadRecord("null-key", ",3", "", ""),
              of("2024-03-01T09:00:07Z", "CHF", 2));
    }
  }

  @Test
  void readsJsonLines() throws IOException {
    Files.writeString(folder.resolve("2024-03-01.jsonl"), "{\"currency\":\"EUR\",\"rate\":3}\n");
    TableSource<Rate> source =
        TableFiles.of(JsonLinesFiles.of(Rate.class), Rate::currency)
            .in(folder)
            .at("{yyyy-MM-dd}.jsonl");
    try (PartitionReader reader = source.open(0)) {
      assertThat(all(reader, 9)).containsExactly(of("2024-03-01T00:00:00Z", "EUR", 3));
    }
  }

  @Test
  void aTableThatWasReadAndIsGoneIsNamed() throws IOException {
    writeThree();
    TableSource<Rate> source = rates().follow().at(PATTERN);
    Offset after;
    try (PartitionReader reader = source.open(0)) {
      after = reader.read(Offset.START, 9).end();
    }
    Files.delete(folder.resolve("rates/2024-03-01/09-00.csv"));

    try (PartitionReader reader = source.open(0)) {
      assertThatThrownBy(() -> reader.read(after, 9))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("a reference table that was read is gone")
          .hasMessageContaining("time=2024-03-01T09:00:00Z");
    }
  }

  @Test
  void aTableWithOtherColumnsIsNamed() throws IOException {
    write("rates/2024-03-01/09-00.csv", "EUR,1");
    TableSource<Rate> source = rates().follow().at(PATTERN);
    try (PartitionReader reader = source.open(0)) {
      Offset after = reader.read(Offset.START, 9).end();
      Files.writeString(folder.resolve("rates/2024-03-01/10-00.csv"), "currency,price\nEUR,1\n");

      assertThatThrownBy(() -> reader.read(after, 9))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("a reference table cannot be read: file=")
          .hasMessageContaining("10-00.csv")
          .hasMessageContaining("component=rate");
    }
  }

  @Test
  void patternsThatAreNoneAreRefused() {
    assertThatThrownBy(() -> rates().at("rates.csv")).hasMessageContaining("no time in braces");
    assertThatThrownBy(() -> rates().at("rates-{yyyy.csv"))
        .hasMessageContaining("a brace that is not closed");
    assertThatThrownBy(() -> rates().at("{yyyy-MM-dd HH:mm:ss.SSS}.csv"))
        .hasMessageContaining("a time finer than seconds");
    assertThatThrownBy(() -> rates().at("{bogus}.csv"))
        .hasMessageContaining("no pattern of a time");
    assertThatThrownBy(() -> rates().at(PATTERN))
        .hasMessageContaining("no reference file matches: pattern=" + PATTERN);
  }
}
