package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An input that is shorter than what an interrupted run has read of it, however long it began. */
class ShortenedInputIT {
  private static final String PIPELINE =
      """
      pipeline {
        name = shortened
        sources.grown {
          paths = ["grown.csv"], event-time { column = at }, follow = on
          time { late = unbounded, out-of-order = 10s }
        }
        sources.whole { paths = ["whole.csv"], event-time { column = at } }
        streams.counts { from = grown, key-by = [device], window { tumbling = 1m }
          select = ["count() as n"] }
        streams.others { from = whole, window { tumbling = 1m }, select = ["count() as n"] }
        sinks.counts { from = counts, path = "counts.csv" }
        sinks.others { from = others, path = "others.csv" }
      }
      """;
  private static final String ROW = "a,2024-01-01T00:00:10Z\n";

  @TempDir private Path folder = Path.of("");

  private Path pipeline() throws IOException {
    // Without an end of its last line, which has been read nevertheless.
    Files.writeString(folder.resolve("whole.csv"), "at\n2024-01-01T00:00:10Z");
    Files.writeString(folder.resolve("grown.csv"), "device,at\n" + ROW);
    return Files.writeString(folder.resolve("p.conf"), PIPELINE);
  }

  private void append(String rows) throws IOException {
    Files.writeString(folder.resolve("grown.csv"), rows, StandardOpenOption.APPEND);
  }

  @Test
  void isRefusedAsLongAsItIsAndReadOnOnceItIsWholeAgain() throws Exception {
    Path pipeline = pipeline();
    Path grown = folder.resolve("grown.csv");
    try (RunProcess run = RunProcess.start(folder, "run", pipeline)) {
      run.awaitRows("others.csv", 1);
      append("a,2024-01-01T00:01:10Z\na,2024-01-01T00:02:10Z\na,2024-01-01T00:03:10Z\n");
      run.awaitRows("counts.csv", 3);
      run.terminate();
    }
    String whole = Files.readString(grown);
    Files.writeString(grown, whole.substring(0, whole.length() - ROW.length()));

    try (RunProcess run = RunProcess.start(folder, "run", pipeline)) {
      assertThat(run.ended()).as(run.said()).isEqualTo(ExitStatus.REFUSED);
      assertThat(run.said())
          .contains(
              "tidemark: "
                  + grown
                  + ": was shortened: source=grown, read by the interrupted run="
                  + whole.length()
                  + ", actual="
                  + (whole.length() - ROW.length())
                  + " (bytes); restore the file to go on with the run, or start it anew with"
                  + " --fresh");
    }
    Files.writeString(grown, whole + "a,2024-01-01T00:04:10Z\n");
    try (RunProcess run = RunProcess.start(folder, "run", pipeline)) {
      run.awaitRows("counts.csv", 4);
      run.terminate();
    }
  }
}
