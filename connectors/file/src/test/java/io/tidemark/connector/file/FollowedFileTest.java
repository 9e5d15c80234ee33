package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.row.Row;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedFileTest {
  @TempDir Path folder;

  private FileSource<Row> source(String text) throws IOException {
    Reading.write(folder, "log.csv", text);
    return FileSource.rows(
        FileSourceSettings.csv("log.csv")
            .base(folder)
            .follow(true)
            .maxRecordBytes(64)
            .readBufferBytes(16)
            .build());
  }

  private void append(String text) throws IOException {
    Files.writeString(folder.resolve("log.csv"), text, StandardOpenOption.APPEND);
  }

  @Test
  void hasNoEnd() throws IOException {
    FileSource<Row> source = source("a,b\n1,2\n");

    assertThat(source.follows()).isTrue();
    assertThat(Reading.all(source).ended()).isFalse();
  }

  @Test
  void waitsForTheLineEndOfTheLastRecord() throws IOException {
    try (PartitionReader reader = source("a,b\n1,2\n3,").open(0)) {
      Reading first = Reading.rest(reader, Offset.START, 10);
      append("4\r");
      Reading second = Reading.rest(reader, first.end(), 10);
      append("\n5,6\n");
      Reading third = Reading.rest(reader, second.end(), 10);

      assertThat(first.texts()).containsExactly("1,2");
      assertThat(first.end()).isEqualTo(new Offset(0, 8));
      assertThat(second.items()).isEmpty();
      assertThat(second.end()).isEqualTo(new Offset(0, 8));
      assertThat(third.texts()).containsExactly("3,4", "5,6");
    }
  }

  @Test
  void waitsForTheQuoteThatClosesAField() throws IOException {
    try (PartitionReader reader = source("a,b\n1,\"x\n").open(0)) {
      Reading first = Reading.rest(reader, Offset.START, 10);
      append("y\"");
      Reading second = Reading.rest(reader, first.end(), 10);
      append("\"\n\"\n");
      Reading third = Reading.rest(reader, second.end(), 10);

      assertThat(first.items()).isEmpty();
      assertThat(second.items()).isEmpty();
      assertThat(third.cells()).containsExactly(List.of("1", "x\ny\"\n"));
    }
  }

  @Test
  void waitsForTheEndOfAnOversizedRecord() throws IOException {
    try (PartitionReader reader = source("a,b\n" + "x".repeat(100)).open(0)) {
      Reading first = Reading.rest(reader, Offset.START, 10);
      append("x".repeat(100));
      Reading second = Reading.rest(reader, first.end(), 10);
      append("\n1,2\n");
      Reading third = Reading.rest(reader, second.end(), 10);

      assertThat(first.items()).isEmpty();
      assertThat(second.items()).isEmpty();
      assertThat(second.end()).isEqualTo(new Offset(0, 4));
      assertThat(third.cells()).containsExactly(List.of("oversized"), List.of("1", "2"));
    }
  }

  @Test
  void failsWhereTheFileVanishes() throws IOException {
    try (PartitionReader reader = source("a,b\n1,2\n").open(0)) {
      RecordBatch batch = reader.read(Offset.START, 10);
      Files.delete(folder.resolve("log.csv"));

      assertThatThrownBy(() -> reader.read(batch.end(), 10))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("log.csv")
          .hasMessageContaining("does not exist");
    }
  }

  @Test
  void failsWhereAnotherFileTakesItsPlace() throws IOException {
    try (PartitionReader reader = source("a,b\n1,2\n").open(0)) {
      RecordBatch batch = reader.read(Offset.START, 10);
      Path other = Reading.write(folder, "other.csv", "a,b\n1,2\n3,4\n");
      Files.move(other, folder.resolve("log.csv"), StandardCopyOption.REPLACE_EXISTING);

      assertThatThrownBy(() -> reader.read(batch.end(), 10))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("log.csv")
          .hasMessageContaining("another file");
      // And again, though the file is opened afresh.
      assertThatThrownBy(() -> reader.read(batch.end(), 10))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another file");
    }
  }

  @Test
  void failsWhereTheFileIsCutBelowWhatWasRead() throws IOException {
    try (PartitionReader reader = source("a,b\n1,2\n").open(0)) {
      RecordBatch batch = reader.read(Offset.START, 10);
      Files.writeString(folder.resolve("log.csv"), "a,b\n");

      assertThatThrownBy(() -> reader.read(batch.end(), 10))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("log.csv")
          .hasMessageContaining("8");
    }
  }

  @Test
  void readsOnAfterTheFileCameBack() throws IOException {
    FileSource<Row> source = source("a,b\n1,2\n");
    try (PartitionReader reader = source.open(0)) {
      RecordBatch batch = reader.read(Offset.START, 10);
      Path aside = folder.resolve("aside.csv");
      Files.move(folder.resolve("log.csv"), aside);
      assertThatThrownBy(() -> reader.read(batch.end(), 10)).isInstanceOf(IOException.class);
      Files.move(aside, folder.resolve("log.csv"));
      append("3,4\n");

      assertThat(Reading.rest(reader, batch.end(), 10).texts()).containsExactly("3,4");
    }
  }

  @Test
  void isRefusedWhereAPartitionReadsSeveralFiles() throws IOException {
    Reading.write(folder, "1.csv", "a\n");
    Reading.write(folder, "2.csv", "a\n");
    FileSourceSettings settings =
        FileSourceSettings.csv("*.csv")
            .base(folder)
            .partitions(2, List.of("a"))
            .follow(true)
            .build();

    assertThatThrownBy(() -> FileSource.rows(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1.csv")
        .hasMessageContaining("2.csv");
  }
}
