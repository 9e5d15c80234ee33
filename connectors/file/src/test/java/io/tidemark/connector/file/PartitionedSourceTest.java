package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Row;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionedSourceTest {
  @TempDir Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    Reading.write(folder, "in/b.csv", "k,v\nfive,1\nsix,2\n");
    Reading.write(folder, "in/a.csv", "k,v\none,1\ntwo,2\nthree,3\nfour,4\n");
    Reading.write(folder, "in/c.csv", "k,v\n\"on\"\"e\",1\n,2\n");
  }

  private FileSourceSettings.Builder settings() {
    return FileSourceSettings.csv("in/*.csv").base(folder);
  }

  private static int partition(String values, int count) {
    byte[] bytes = values.getBytes(StandardCharsets.UTF_8);
    return Math.floorMod(Murmur3.hash(bytes, bytes.length), count);
  }

  @Test
  void makesEachFileAPartitionInTheOrderOfTheirPaths() throws IOException {
    FileSource<Row> source = FileSource.rows(settings().build());

    assertThat(source.partitions()).containsExactly("in/a.csv", "in/b.csv", "in/c.csv");
    assertThat(source.severalFiles()).isFalse();
    assertThat(Reading.all(source, 1, 10).texts()).containsExactly("five,1", "six,2");
  }

  @Test
  void readsAllFilesAsOneSequenceWhereThereIsOnePartition() throws IOException {
    FileSource<Row> source = FileSource.rows(settings().partitions(1, List.of()).build());

    Reading reading = Reading.all(source, 0, 3);

    assertThat(source.partitions()).containsExactly("0");
    assertThat(source.severalFiles()).isTrue();
    assertThat(reading.texts())
        .containsExactly(
            "one,1", "two,2", "three,3", "four,4", "five,1", "six,2", "\"on\"\"e\",1", ",2");
    assertThat(reading.items().get(4).offset()).isEqualTo(new Offset(1, 4));
    assertThat(reading.end().file()).isEqualTo(2);
  }

  @Test
  void keepsTheRecordsOfABatchInOneFile() throws IOException {
    FileSource<Row> source = FileSource.rows(settings().partitions(1, List.of()).build());

    try (PartitionReader reader = source.open(0)) {
      RecordBatch first = reader.read(Offset.START, 100);
      RecordBatch second = reader.read(first.end(), 100);

      assertThat(first.size()).isEqualTo(4);
      assertThat(first.end()).isEqualTo(new Offset(1, 0));
      assertThat(second.file()).isEqualTo(1);
      assertThat(second.size()).isEqualTo(2);
      assertThat(second.endOfInput()).isFalse();
    }
  }

  @Test
  void dealsRowsOutByTheHashOfTheirValues() throws IOException {
    FileSource<Row> source = FileSource.rows(settings().partitions(3, List.of("k", "v")).build());

    assertThat(source.partitions()).containsExactly("0", "1", "2");
    for (int partition = 0; partition < 3; partition++) {
      for (Object value : Reading.all(source, partition, 10).values()) {
        Row row = (Row) value;
        String key = row.get(0) == null ? "" : (String) row.get(0);
        assertThat(partition(key + '\u001F' + row.get(1), 3)).isEqualTo(partition);
      }
    }
  }

  @Test
  void countsAValueAsItIsPrintedAndNotAsItStandsThere() throws IOException {
    Reading.write(folder, "numbers.csv", "k,d\n7,1.5\n07,1.50\n+7,15e-1\n");
    FileSourceSettings settings =
        FileSourceSettings.csv("numbers.csv")
            .base(folder)
            .columns(Map.of("k", ColumnType.LONG, "d", ColumnType.DOUBLE))
            .partitions(8, List.of("k", "d"))
            .build();

    Reading reading = Reading.all(FileSource.rows(settings), partition("7\u001F1.5", 8), 10);

    assertThat(reading.items()).hasSize(3);
  }

  @Test
  void dealsOutByTheFilesName() throws IOException {
    FileSourceSettings settings = settings().fileNameAs("f").partitions(4, List.of("f")).build();

    Reading reading = Reading.all(FileSource.rows(settings), partition("b", 4), 10);

    assertThat(reading.cells()).contains(List.of("five", "1", "b"), List.of("six", "2", "b"));
  }

  @Test
  void putsABadRecordWhereItsColumnsSayAndElseIntoTheFirst() throws IOException {
    Reading.write(
        folder, "bad.csv", "v,k,n\n1,two\n\"1\"x,two,1\n1,two,x\n1,two,1,1\n1,\"two\"x,1\n");
    FileSourceSettings settings =
        FileSourceSettings.csv("bad.csv")
            .base(folder)
            .columns(Map.of("n", ColumnType.LONG))
            .partitions(5, List.of("k"))
            .build();
    FileSource<Row> source = FileSource.rows(settings);
    int own = partition("two", 5);

    assertThat(own).isNotZero();
    assertThat(Reading.all(source, own, 10).texts())
        .containsExactly("1,two", "1,two,x", "1,two,1,1");
    assertThat(Reading.all(source, 0, 10).texts()).containsExactly("\"1\"x,two,1", "1,\"two\"x,1");
  }

  @Test
  void countsAnEmptyValueOfAnyTypeAsNothing() throws IOException {
    Reading.write(folder, "empty.csv", "k,n\ntwo,\ntwo,\"\"\ntwo,x\n");
    FileSourceSettings settings =
        FileSourceSettings.csv("empty.csv")
            .base(folder)
            .columns(Map.of("n", ColumnType.LONG))
            .partitions(7, List.of("k", "n"))
            .build();
    FileSource<Row> source = FileSource.rows(settings);
    int own = partition("two\u001F", 7);

    assertThat(own).isNotZero();
    assertThat(Reading.all(source, own, 10).texts()).containsExactly("two,", "two,\"\"");
    assertThat(Reading.all(source, 0, 10).cells()).containsExactly(List.of("bad-value"));
  }

  @Test
  void putsBytesThatAreNotUtf8IntoTheFirstOnlyWhereTheyWouldDecide() throws IOException {
    byte[] bytes = "k,v\ntwo,?\n?,two\n".getBytes(StandardCharsets.UTF_8);
    bytes[8] = (byte) 0xFF;
    bytes[10] = (byte) 0xFF;
    Files.write(folder.resolve("latin.csv"), bytes);
    FileSourceSettings settings =
        FileSourceSettings.csv("latin.csv").base(folder).partitions(5, List.of("k")).build();
    FileSource<Row> source = FileSource.rows(settings);

    assertThat(Reading.all(source, partition("two", 5), 10).texts()).containsExactly("two,\uFFFD");
    assertThat(Reading.all(source, 0, 10).texts()).containsExactly("\uFFFD,two");
    assertThat(Math.floorMod(Murmur3.hash(new byte[] {(byte) 0xFF}, 1), 5)).isNotZero();
  }

  @Test
  void refusesSeveralPartitionsThatNoColumnDecides() {
    assertThatThrownBy(() -> settings().partitions(2, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("partition-by");
    assertThatThrownBy(() -> FileSource.rows(settings().partitions(2, List.of("nowhere")).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("partition-by=nowhere");
  }
}
