package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sinks with {@code order = key}, beside ones with the default order that get the same rows. */
@Timeout(120)
class KeyOrderIT {
  private static final String SINKS =
      """
      sinks.timed { from = counts, path = "out/timed.csv" }
      sinks.keyed { from = counts, path = "out/keyed.csv", order = key }
      """;

  private final RunFolder folder;

  KeyOrderIT(@TempDir Path folder) {
    this.folder = new RunFolder(folder);
  }

  private void writeDisorder(String file, int seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder rows = new StringBuilder("device,at,received\n");
    long clock = 1_700_000_000_000L;
    for (int i = 0; i < 1_000; i++) {
      clock += random.nextInt(300);
      rows.append("dev").append(random.nextInt(30)).append(',');
      rows.append(clock - random.nextInt(3_000)).append(',').append(clock).append('\n');
    }
    folder.write(file, rows.toString());
  }

  /** The rows of each key, in the order of the file. */
  private Map<String, List<String>> byKey(String file) throws IOException {
    return folder
        .output(file)
        .lines()
        .skip(1)
        .collect(
            Collectors.groupingBy(
                row -> row.split(",", -1)[2], LinkedHashMap::new, Collectors.toList()));
  }

  /** Keys in key groups; in key groups behind substreams of two files; inside those of one. */
  @ParameterizedTest
  @CsvSource({
    "'', part*.csv",
    "'substreams = [device]', part*.csv",
    "'substreams = [device]', part0.csv"
  })
  void haveTheSameRowsInOrderForEachKey(String substreams, String files) throws Exception {
    writeDisorder("part0.csv", 1);
    writeDisorder("part1.csv", 2);
    String text =
        """
        pipeline {
          name = p, batch-size = 50
          sources.in {
            paths = ["%s"]
            event-time { column = at, format = epoch-millis }
            arrival-time { column = received, format = epoch-millis }
            time { late = 10s, out-of-order = 3s, %s }
          }
          streams.counts { from = in, key-by = [device], window { hopping { size = 30s, hop = 10s } }
            select = ["count() as n"] }
          %s
        }
        """;

    Invocation run = folder.run(text.formatted(files, substreams, SINKS));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(folder.output("keyed.csv").lines()).first().isEqualTo(header());
    // The other one is in the order of time, and so is each key in it.
    Map<String, List<String>> timed = byKey("timed.csv");
    assertThat(timed).hasSize(30);
    assertThat(timed.values()).allSatisfy(rows -> assertThat(rows).isSorted());
    assertThat(byKey("keyed.csv")).containsExactlyInAnyOrderEntriesOf(timed);
  }

  private static String header() {
    return "window_start,window_end,device,n";
  }

  @Test
  void areWrittenToWhileProgressHoldsRowsInTheOrderOfTimeBack() throws Exception {
    folder.write(
        "in.csv",
        """
        device,at,received
        a,2024-01-01T00:00:10Z,2024-01-01T00:00:10Z
        b,2024-01-01T00:00:20Z,2024-01-01T00:00:20Z
        a,2024-01-01T00:02:30Z,2024-01-01T00:02:30Z
        """);
    // The keys' own watermarks are at their last rows, that of keys not seen yet an hour before.
    String text =
        """
        pipeline {
          name = p
          sources.in {
            paths = ["in.csv"], follow = on
            event-time { column = at }, arrival-time { column = received }
            time { late = 1h, substreams = [device] }
          }
          streams.counts { from = in, key-by = [device], window { tumbling = 1m }
            select = ["count() as n"] }
          %s
        }
        """;
    Path pipeline = folder.write("p.conf", text.formatted(SINKS));

    try (RunProcess run = RunProcess.start(folder.path(), "followed", pipeline)) {
      run.awaitRows("out/keyed.csv", 1);
      run.terminate();

      assertThat(run.output("out/keyed.csv"))
          .hasContent(header() + "\n2024-01-01T00:00:00Z,2024-01-01T00:01:00Z,a,1\n");
      assertThat(run.output("out/timed.csv")).hasContent(header() + "\n");
    }
  }
}
