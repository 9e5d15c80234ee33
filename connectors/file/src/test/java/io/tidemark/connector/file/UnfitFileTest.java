package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.row.ColumnType;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that do not fit each other or their settings, and files that change while they are read.
 */
class UnfitFileTest {
  private final CsvFolder folder;

  UnfitFileTest(@TempDir Path folder) {
    this.folder = new CsvFolder(folder);
  }

  @Nested
  class WhereTheFilesDoNotFit {
    @Test
    void namesThePatternThatMatchesNothing() {
      assertThatThrownBy(
              () -> FileSource.rows(FileSourceSettings.csv("no/*.csv").base(folder.path()).build()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no/*.csv")
          .hasMessageContaining(folder.path().toString());
    }

    @Test
    void namesBothFilesOfDifferentHeaders() throws IOException {
      Reading.write(folder.path(), "1.csv", "a,b\n");
      Reading.write(folder.path(), "2.csv", "a,c\n");

      assertThatThrownBy(() -> folder.read(FileSourceSettings.csv("*.csv").base(folder.path())))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1.csv, columns=[a, b]")
          .hasMessageContaining("2.csv, columns=[a, c]");
    }

    @Test
    void namesTheColumnThatIsNotThere() {
      assertThatThrownBy(
              () -> folder.read(folder.settings("a,b\n").columns(Map.of("value", ColumnType.LONG))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("value")
          .hasMessageContaining("[a, b]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\uFEFF", "\n\n"})
    void refusesAHeaderRowThatIsNone(String text) {
      assertRefused(
          text,
          "no header row: file=IN, reason=the file has no complete line; give it one that names"
              + " the columns");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "`a,,b\n` | a column has no name in the header row: file=IN, column=2; give it one",
          "`b,a,c,a\n` | two columns of the header row have one name: file=IN, name=a, columns=2"
              + " and 4; rename one of them",
          "`\"a\n` | the header row cannot be read: file=IN, reason=its quotes are broken; correct"
              + " it"
        })
    void saysWhatIsWrongWithAHeaderRowThatIsThere(String text, String message) {
      assertRefused(text, message);
    }

    @Test
    void saysWhereTheHeaderRowIsLongerThanARecord() throws IOException {
      FileSourceSettings.Builder settings =
          folder.settings("a,".repeat(20) + "b\n1\n").maxRecordBytes(16);

      assertThatThrownBy(() -> folder.read(settings))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the header row is longer than a record may be: file="
                  + folder.path().resolve("in.csv")
                  + ", most=16 (bytes); shorten it, or name the right file");
    }

    private void assertRefused(String text, String message) {
      assertThatThrownBy(() -> folder.read(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message.replace("IN", folder.path().resolve("in.csv").toString()));
    }

    @Test
    void refusesAFileNameColumnThatTheFilesHave() {
      assertThatThrownBy(() -> folder.read(folder.settings("a,b\n").fileNameAs("b")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("file-name-as=b");
    }
  }

  @Nested
  class WhereAFileChanges {
    private final Offset start = Offset.START;

    private PartitionReader open(String text, int bufferBytes) throws IOException {
      return FileSource.rows(folder.settings(text).readBufferBytes(bufferBytes).build()).open(0);
    }

    @Test
    void failsWhereItShrankBeforeItWasOpened() throws IOException {
      try (PartitionReader reader = open("a\n1\n2\n", 16)) {
        Files.writeString(folder.path().resolve("in.csv"), "a\n1\n");

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
        Files.writeString(folder.path().resolve("in.csv"), "a\n");

        assertThatThrownBy(() -> reader.read(batch.end(), 10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("in.csv");
      }
    }

    @Test
    void failsWhereItGrowsThoughItIsNotFollowed() throws IOException {
      try (PartitionReader reader = open("a\n" + "12345\n".repeat(100), 16)) {
        RecordBatch batch = reader.read(start, 10);
        Files.writeString(folder.path().resolve("in.csv"), "a\n" + "12345\n".repeat(101));

        assertThatThrownBy(() -> reader.read(batch.end(), 1000))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("in.csv");
      }
    }

    @Test
    void failsWhereItIsGone() throws IOException {
      try (PartitionReader reader = open("a\n1\n", 16)) {
        Files.delete(folder.path().resolve("in.csv"));

        assertThatThrownBy(() -> reader.read(start, 10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("in.csv")
            .hasMessageContaining("does not exist");
      }
    }

    @Test
    void failsWhereAnotherHeaderStandsThere() throws IOException {
      try (PartitionReader reader = open("a\n1\n", 16)) {
        Files.writeString(folder.path().resolve("in.csv"), "b\n1\n");

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
