package io.tidemark.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.sink.SinkWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a writer leaves in its file or stream, and what it goes on from. */
class RowWriterTest {
  @TempDir Path folder;

  @Nested
  class Restoring {
    private Path file() {
      return folder.resolve("deep/er/out.csv");
    }

    private RowWriter<List<@Nullable Object>> writer() {
      return RowWriter.to(file(), FileFormat.CSV, Pairs.FORMAT);
    }

    @Test
    void createsFoldersAndWritesTheHeaderAtOnce() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThat(writer.restore(0)).isEqualTo(4);
        assertThat(file()).hasContent("a,b\n");
      }
    }

    @Test
    void createsTheFolderThatAnotherOutputIsCreatingToo() throws Exception {
      for (int round = 0; round < 40; round++) {
        Path shared = folder.resolve("round" + round).resolve("a/b");
        CyclicBarrier together = new CyclicBarrier(2);
        CompletableFuture<Long> other =
            CompletableFuture.supplyAsync(() -> header(together, shared.resolve("1.csv")));
        assertThat(header(together, shared.resolve("2.csv"))).isEqualTo(4);
        assertThat(other.get(10, TimeUnit.SECONDS)).isEqualTo(4);
      }
    }

    private static long header(CyclicBarrier together, Path file) {
      try (SinkWriter<List<@Nullable Object>> writer =
          RowWriter.to(file, FileFormat.CSV, Pairs.FORMAT)) {
        together.await(10, TimeUnit.SECONDS);
        return writer.restore(0);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Test
    void failsWhereAFileStandsInPlaceOfItsFolder() throws IOException {
      Reading.write(folder, "deep", "a file");
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThatThrownBy(() -> writer.restore(0))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("out.csv");
      }
    }

    @Test
    void countsBytes() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        writer.restore(0);

        assertThat(writer.append(List.of(Pairs.of("é", "😀")))).isEqualTo(4 + 8);
        assertThat(writer.append(List.of())).isEqualTo(12);
        writer.sync();
      }
      assertThat(Files.size(file())).isEqualTo(12);
    }

    @Test
    void cutsWhatWasNotCommittedAndGoesOn() throws IOException {
      long committed;
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        writer.restore(0);
        committed = writer.append(List.of(Pairs.of("1", "2")));
        writer.append(List.of(Pairs.of("3", "4"), Pairs.of("5", "6")));
      }
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThat(writer.restore(committed)).isEqualTo(committed);
        assertThat(file()).hasContent("a,b\n1,2\n");
        writer.append(List.of(Pairs.of("7", "8")));
        writer.sync();
      }
      assertThat(file()).hasContent("a,b\n1,2\n7,8\n");
    }

    @Test
    void startsAgainWhereNothingWasCommitted() throws IOException {
      Reading.write(folder, "deep/er/out.csv", "something else, and longer\n");
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThat(writer.restore(0)).isEqualTo(4);
      }
      assertThat(file()).hasContent("a,b\n");
    }

    @Test
    void mayComeAgainOnOneWriter() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        writer.restore(0);
        long committed = writer.append(List.of(Pairs.of("1", "2")));
        writer.append(List.of(Pairs.of("3", "4")));
        writer.restore(committed);
        writer.append(List.of(Pairs.of("5", "6")));
      }
      assertThat(file()).hasContent("a,b\n1,2\n5,6\n");
    }

    @Test
    void failsWhereTheFileIsShorterThanWhatWasCommitted() throws IOException {
      Reading.write(folder, "deep/er/out.csv", "a,b\n");
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThatThrownBy(() -> writer.restore(10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("out.csv")
            .hasMessageContaining("expected=10 or more, actual=4 (bytes)");
      }
      assertThat(file()).hasContent("a,b\n");
    }

    @Test
    void failsWhereTheFileIsGone() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThatThrownBy(() -> writer.restore(10))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("out.csv")
            .hasMessageContaining("gone");
      }
      assertThat(file()).doesNotExist();
    }

    @Test
    void failsWhereAFolderStandsInItsPlace() throws IOException {
      Files.createDirectories(file());
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThatThrownBy(() -> writer.restore(0))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("out.csv");
      }
    }

    @Test
    void mustComeBeforeWriting() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        assertThatThrownBy(() -> writer.append(List.of(Pairs.of("1", "2"))))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("restore it first");
      }
    }

    @Test
    void writesOverWhatAnotherAppended() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer = writer()) {
        writer.restore(0);
        Files.writeString(file(), "zz", StandardOpenOption.APPEND);
        writer.append(List.of(Pairs.of("1", "2")));
      }
      assertThat(file()).hasContent("a,b\n1,2\n");
    }
  }

  @Nested
  class OnAStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void writesAHeaderWhereNothingWasCommittedAndStaysOpen() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer =
          RowWriter.to(bytes, FileFormat.CSV, Pairs.FORMAT)) {
        assertThat(writer.restore(0)).isEqualTo(4);
        assertThat(writer.append(List.of(Pairs.of("1", "2")))).isEqualTo(8);
        writer.sync();
      }
      assertThat(text()).isEqualTo("a,b\n1,2\n");
    }

    @Test
    void failsWhereAPrintStreamCouldNotWrite() throws IOException {
      PrintStream broken =
          new PrintStream(
              new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                  throw new IOException("broken pipe");
                }
              },
              false,
              StandardCharsets.UTF_8);
      try (SinkWriter<List<@Nullable Object>> writer =
          RowWriter.to(broken, FileFormat.CSV, Pairs.FORMAT)) {
        assertThatThrownBy(() -> writer.restore(0))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("takes no more");
      }
    }

    @Test
    void goesOnWithoutAHeaderWhereSomethingWas() throws IOException {
      try (SinkWriter<List<@Nullable Object>> writer =
          RowWriter.to(bytes, FileFormat.CSV, Pairs.FORMAT)) {
        assertThat(writer.restore(100)).isEqualTo(100);
        assertThat(writer.append(List.of(Pairs.of("1", "2")))).isEqualTo(104);
      }
      assertThat(text()).isEqualTo("1,2\n");
    }
  }
}
