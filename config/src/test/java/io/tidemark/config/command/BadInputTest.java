package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run makes of what is wrong with its inputs and its own file. */
class BadInputTest {
  private final RunFolder folder;

  BadInputTest(@TempDir Path folder) {
    this.folder = new RunFolder(folder);
  }

  @Test
  void aKeyInASecondPartitionBreaksThePromiseAndEndsTheRun() throws Exception {
    folder.write(
        "in-1.csv", "device,at,value\na,2024-01-01T00:00:00Z,1\nb,2024-01-01T00:00:01Z,1\n");
    folder.write(
        "in-2.csv", "device,at,value\nc,2024-01-01T00:00:00Z,1\nb,2024-01-01T00:00:05Z,1\n");
    String promised =
        RunFolder.PIPELINE
            .replace("in.csv", "in-*.csv")
            .replace(
                "{ column = at } }",
                "{ column = at }, time { substreams = [device], confined = true } }");

    Invocation run = folder.run(promised);

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .contains("a key was met in two partitions")
        .contains("source=in, key=b, partitions=in-1.csv and in-2.csv");
  }

  @ParameterizedTest
  @CsvSource({"''", "'time { substreams = [device] }'"})
  void aSumBeyondItsTypeEndsTheRunInOneLine(String time) throws Exception {
    String most = Long.toString(Long.MAX_VALUE);
    folder.write(
        "in.csv",
        "device,at,value\na,2024-01-01T00:00:00Z,"
            + most
            + "\na,2024-01-01T00:00:01Z,"
            + most
            + "\n");

    Invocation run =
        folder.run(
            RunFolder.PIPELINE.replace("{ column = at } }", "{ column = at }, " + time + " }"));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .contains("a sum of longs is beyond a long")
        .contains("stream=sums")
        .contains("key=a; a double column holds larger sums")
        .doesNotContain("a broken invariant");
  }

  @Test
  void aPromiseThatIsKeptChangesNothing() throws Exception {
    folder.write(
        "in-1.csv", "device,at,value\na,2024-01-01T00:00:00Z,1\nb,2024-01-01T00:00:01Z,1\n");
    folder.write("in-2.csv", "device,at,value\nc,2024-01-01T00:00:00Z,1\n");
    String promised =
        RunFolder.PIPELINE
            .replace("in.csv", "in-*.csv")
            .replace(
                "{ column = at } }",
                "{ column = at }, time { substreams = [device], confined = true } }");

    Invocation run = folder.run(promised);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(folder.output("sums.csv")).hasLineCount(4);
  }

  @Nested
  class AFile {
    @Test
    void thatVanishesWhileItIsFollowedEndsTheRunByName() throws Exception {
      Path input = folder.write("in.csv", RunFolder.rows(0, 5));
      Path out = Files.createDirectory(folder.path().resolve("out"));
      try (WatchService watch = FileSystems.getDefault().newWatchService()) {
        out.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
        CompletableFuture<Boolean> deleted =
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    // The output is there, so the pipeline runs.
                    return watch.poll(60, TimeUnit.SECONDS) != null && Files.deleteIfExists(input);
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });

        Invocation run =
            folder.run(RunFolder.PIPELINE.replace("sources.in {", "sources.in { follow = on,"));

        assertThat(deleted.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(run.err())
            .contains(
                "tidemark: failed: partition/in/0: ",
                "file=in.csv",
                "it does not exist; put that right");
      }
    }

    @Test
    void thatIsWrittenIsNoneThePipelineIsMadeOf() throws IOException {
      folder.write("in.csv", RunFolder.rows(0, 5));
      String window = "window { tumbling = 1m }";
      folder.write("window.conf", window);
      String included = RunFolder.PIPELINE.replace(window, "include \"window.conf\"");

      for (String file : List.of("in.csv", "p.conf", "window.conf")) {
        Invocation run =
            folder.run(included.replace("\"out/sums.csv\"", file + ", format = csv"), "--fresh");

        assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.REFUSED);
        assertThat(run.err())
            .startsWith("tidemark: p.conf:6: pipeline.sinks.sums.path = " + file)
            .contains(": the run reads this file");
      }
      assertThat(folder.path().resolve("window.conf")).hasContent(window);
    }

    @Test
    void thatCannotBeReadIsRefusedByName() throws IOException {
      Files.createDirectory(folder.path().resolve("in.csv"));

      Invocation run = folder.run(RunFolder.PIPELINE);

      assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.err())
          .startsWith("tidemark: p.conf:3: pipeline.sources.in.paths = [in.csv]: ");
      assertThat(folder.path().resolve(".tidemark")).doesNotExist();
    }
  }

  @Nested
  class APipelineFile {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "name = p | nmae = p | tidemark: p.conf:2: pipeline.nmae: no such setting; did you mean"
              + " name?",
          "name = p | batch-size = many | tidemark: p.conf:2: pipeline.batch-size = many: not a"
              + " whole number",
          "from = in, | from = sums, | tidemark: p.conf:4: pipeline.streams.sums.from = sums: "
        })
    void thatIsWrongRunsNothing(String part, String instead, String message) throws IOException {
      folder.write("in.csv", RunFolder.rows(0, 5));
      assertThat(RunFolder.PIPELINE).contains(part);

      Invocation run = folder.run(RunFolder.PIPELINE.replace(part, instead));

      assertThat(run.status()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.err()).contains(message);
      assertThat(List.of(folder.path().resolve(".tidemark"), folder.path().resolve("out")))
          .allSatisfy(path -> assertThat(path).doesNotExist());
    }
  }
}
