package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.row.Row;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

class CsvLawsTest {
  @Provide
  Arbitrary<List<List<String>>> tables() {
    return Texts.tables();
  }

  @Provide
  Arbitrary<String> rubble() {
    return Texts.rubble();
  }

  private static List<String> columns(int width) {
    return IntStream.range(0, width).mapToObj(i -> "c,\n" + i).toList();
  }

  private static Path writeTable(Path folder, List<List<String>> table) throws IOException {
    int width = table.isEmpty() ? 1 : table.get(0).size();
    Path file = folder.resolve("t.csv");
    RowFormat<List<String>> format = new RowFormat<>(columns(width), row -> row);
    try (RowWriter<List<String>> writer = RowWriter.to(file, FileFormat.CSV, format)) {
      writer.restore(0);
      writer.append(table);
      writer.sync();
    }
    return file;
  }

  private static FileSourceSettings.Builder csv(Path folder, int bufferBytes) {
    return FileSourceSettings.csv("*.csv").base(folder).readBufferBytes(bufferBytes);
  }

  private static List<List<@Nullable Object>> withNulls(List<List<String>> table) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (List<String> row : table) {
      List<@Nullable Object> values = new ArrayList<>();
      row.forEach(text -> values.add(text.isEmpty() ? null : text));
      rows.add(values);
    }
    return rows;
  }

  @Property(tries = 400)
  void readsBackWhatTheSinkWrote(
      @ForAll("tables") List<List<String>> table,
      @ForAll @IntRange(min = 1, max = 5) int batchSize,
      @ForAll @IntRange(min = 16, max = 64) int bufferBytes)
      throws IOException {
    Folders.withNew(
        folder -> {
          byte[] bytes = Files.readAllBytes(writeTable(folder, table));
          FileSource<Row> source = FileSource.rows(csv(folder, bufferBytes).build());

          Reading reading = Reading.all(source, 0, batchSize);

          assertThat(reading.cells()).isEqualTo(withNulls(table));
          assertThat(Reading.allByNewReaders(source, 0, batchSize)).isEqualTo(reading);
          assertThat(reading.end()).isEqualTo(new Offset(0, bytes.length));
          assertTextsAreTheFile(reading, bytes);
        });
  }

  private static void assertTextsAreTheFile(Reading reading, byte[] bytes) {
    int dataStart = reading.items().isEmpty() ? bytes.length : first(reading);
    StringBuilder texts = new StringBuilder();
    long at = dataStart;
    for (int i = 0; i < reading.items().size(); i++) {
      assertThat(reading.positions().get(i)).isEqualTo(at);
      String line = reading.texts().get(i) + "\n";
      texts.append(line);
      at += line.getBytes(StandardCharsets.UTF_8).length;
    }
    assertThat(texts.toString())
        .isEqualTo(new String(bytes, dataStart, bytes.length - dataStart, StandardCharsets.UTF_8));
  }

  private static int first(Reading reading) {
    return (int) reading.items().get(0).offset().position();
  }

  @Property(tries = 200)
  void sumsUpExactlyTheBytesOfABatch(
      @ForAll("tables") List<List<String>> table, @ForAll @IntRange(min = 1, max = 5) int batchSize)
      throws IOException {
    Folders.withNew(
        folder -> {
          byte[] bytes = Files.readAllBytes(writeTable(folder, table));
          FileSource<Row> source = FileSource.rows(csv(folder, 16).build());

          Reading reading = Reading.all(source, 0, batchSize);

          List<Long> bounds = new ArrayList<>(reading.positions());
          bounds.add((long) bytes.length);
          for (int batch = 0; batch < reading.checksums().size(); batch++) {
            int from = Math.toIntExact(bounds.get(batch * batchSize));
            int next = Math.min(bounds.size() - 1, (batch + 1) * batchSize);
            CRC32C expected = new CRC32C();
            expected.update(bytes, from, Math.toIntExact(bounds.get(next)) - from);
            assertThat(reading.checksums().get(batch)).isEqualTo((int) expected.getValue());
          }
        });
  }

  @Property(tries = 300)
  void findsTheSameInRubbleWhateverTheBufferAndTheBatches(
      @ForAll("rubble") String text, @ForAll @IntRange(min = 1, max = 5) int batchSize)
      throws IOException {
    Folders.withNew(
        folder -> {
          Reading.write(folder, "t.csv", "a,b\n" + text);
          FileSource<Row> small = FileSource.rows(csv(folder, 16).maxRecordBytes(20).build());
          FileSource<Row> large = FileSource.rows(csv(folder, 4096).maxRecordBytes(20).build());

          Reading reading = Reading.all(small, 0, batchSize);

          assertThat(Reading.all(large, 0, batchSize)).isEqualTo(reading);
          assertThat(Reading.allByNewReaders(large, 0, batchSize)).isEqualTo(reading);
        });
  }

  @Property(tries = 200)
  void followsAFileThatGrowsByAnyBytes(
      @ForAll("tables") List<List<String>> table,
      @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 1, max = 40) Integer> chunks,
      @ForAll @IntRange(min = 1, max = 5) int batchSize)
      throws IOException {
    Folders.withNew(
        folder -> {
          Path file = writeTable(folder, table);
          Reading whole = Reading.all(FileSource.rows(csv(folder, 16).build()));

          List<Reading.Item> followed = follow(file, chunks, batchSize, 1 << 20);

          assertThat(followed).isEqualTo(whole.items());
        });
  }

  @Property(tries = 200)
  void followsRubbleLikeAFinishedFileButForItsUnfinishedEnd(
      @ForAll("rubble") String text,
      @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 1, max = 10) Integer> chunks)
      throws IOException {
    Folders.withNew(
        folder -> {
          Path file = Reading.write(folder, "t.csv", "a,b\n" + text);
          Reading whole = Reading.all(FileSource.rows(csv(folder, 16).maxRecordBytes(20).build()));

          List<Reading.Item> followed = follow(file, chunks, 3, 20);

          assertThat(followed).hasSizeBetween(whole.items().size() - 1, whole.items().size());
          assertThat(followed).isEqualTo(whole.items().subList(0, followed.size()));
        });
  }

  /** Cuts the file down to its header row, lets it grow again in chunks and reads after each. */
  private static List<Reading.Item> follow(
      Path file, List<Integer> chunks, int batchSize, int maxRecordBytes) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    FileSourceSettings.Builder settings =
        csv(file.resolveSibling("."), 16).maxRecordBytes(Math.max(16, maxRecordBytes)).follow(true);
    int grown = headerLength(bytes);
    Files.write(file, Arrays.copyOf(bytes, grown));
    List<Reading.Item> items = new ArrayList<>();
    try (PartitionReader reader = FileSource.rows(settings.build()).open(0)) {
      Reading read = Reading.rest(reader, Offset.START, batchSize);
      for (int i = 0; grown < bytes.length; i++) {
        int more = Math.min(bytes.length - grown, chunks.get(i % chunks.size()));
        append(file, Arrays.copyOfRange(bytes, grown, grown + more));
        grown += more;
        read = Reading.rest(reader, read.end(), batchSize);
        items.addAll(read.items());
        assertThat(read.ended()).isFalse();
      }
    }
    return items;
  }

  private static int headerLength(byte[] bytes) {
    CsvFraming framing = new CsvFraming();
    assertThat(framing.frame(bytes, 0, bytes.length, false)).isTrue();
    return framing.next();
  }

  private static void append(Path file, byte[] bytes) throws IOException {
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      out.write(bytes);
    }
  }

  @Property(tries = 300)
  void dealsEveryRecordToExactlyOnePartition(
      @ForAll @Size(min = 1, max = 3) List<@net.jqwik.api.From("rubble") String> texts,
      @ForAll @IntRange(min = 1, max = 4) int partitions,
      @ForAll @IntRange(min = 1, max = 5) int batchSize)
      throws IOException {
    Folders.withNew(
        folder -> {
          for (int i = 0; i < texts.size(); i++) {
            Reading.write(folder, i + ".csv", "a,b\n" + texts.get(i));
          }
          FileSourceSettings.Builder settings = csv(folder, 16).maxRecordBytes(20);
          Reading all = Reading.all(FileSource.rows(settings.partitions(1, List.of()).build()));
          FileSource<Row> source =
              FileSource.rows(settings.partitions(partitions, List.of("b")).build());

          List<Reading.Item> dealt = new ArrayList<>();
          for (int partition = 0; partition < partitions; partition++) {
            Reading part = Reading.all(source, partition, batchSize);
            assertThat(part.items()).isSortedAccordingTo(byOffset());
            assertThat(Reading.allByNewReaders(source, partition, batchSize)).isEqualTo(part);
            assertThat(part.ended()).isTrue();
            dealt.addAll(part.items());
          }

          assertThat(dealt).hasSize(all.items().size());
          Collections.sort(dealt, byOffset());
          assertThat(dealt).isEqualTo(all.items());
        });
  }

  private static java.util.Comparator<Reading.Item> byOffset() {
    return java.util.Comparator.comparing(Reading.Item::offset);
  }

  @Property(tries = 200)
  void countsBadRecordsAndRowsAlikeInEveryReading(@ForAll("rubble") String text)
      throws IOException {
    Folders.withNew(
        folder -> {
          Reading.write(folder, "t.csv", "a,b\n" + text);

          Reading reading = Reading.all(FileSource.rows(csv(folder, 64).build()));

          assertThat(reading.values())
              .allMatch(value -> value instanceof Row || value instanceof BadRecord);
          try (PartitionReader reader = FileSource.rows(csv(folder, 64).build()).open(0)) {
            RecordBatch batch = reader.read(reading.end(), 1);
            assertThat(batch.size()).isZero();
            assertThat(batch.endOfInput()).isTrue();
          }
        });
  }
}
