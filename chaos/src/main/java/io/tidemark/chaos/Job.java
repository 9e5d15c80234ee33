package io.tidemark.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * The pipeline and its input: substreams, computations inside them and in key groups, one over
 * another's results, rejected rows, and ordered outputs. The same seed gives the same bytes.
 *
 * @param folder where everything is
 * @param rows of each of the four files
 * @param seed of the rows
 */
record Job(Path folder, int rows, long seed) {
  /** What the pipeline writes. */
  static final List<String> OUTPUTS =
      List.of("groups.csv", "keys.csv", "values.csv", "again.csv", "rejected.csv");

  private static final int FILES = 4;
  private static final int DEVICES = 200;

  void writeInput() throws IOException {
    for (int file = 0; file < FILES; file++) {
      Random random = new Random(seed * FILES + file);
      StringBuilder text = new StringBuilder("device,at,received,value\n");
      long clock = 1_700_000_000_000L;
      for (int i = 0; i < rows; i++) {
        clock += random.nextInt(500);
        long behind = random.nextInt(100) == 0 ? 13_000 : random.nextInt(3_000);
        text.append("dev").append(random.nextInt(DEVICES)).append(',').append(clock - behind);
        text.append(',').append(clock).append(',').append(random.nextInt(1_000)).append('\n');
      }
      Files.writeString(folder.resolve("part" + file + ".csv"), text);
    }
  }

  /** A pipeline file that runs it undisturbed, in one process and at full speed. */
  Path undisturbed() throws IOException {
    return write("undisturbed", 1_000_000, "journal.fsync = off");
  }

  /** A pipeline file for the nodes of a cluster. */
  Path shared(int rowsPerSecond, String databaseUrl, String user, List<String> seeds)
      throws IOException {
    String addresses = String.join(", ", seeds.stream().map(seed -> '"' + seed + '"').toList());
    return write(
        "shared",
        rowsPerSecond,
        """
        journal { type = postgresql, url = "%s", user = %s }
          cluster.seed-nodes = [%s]"""
            .formatted(databaseUrl, user, addresses));
  }

  private Path write(String name, int rowsPerSecond, String settings) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".conf"),
        """
        pipeline {
          name = %s, key-groups = 4, batch-size = 200
          %s
          sources.apart { paths = ["part*.csv"], columns { value = long }, max-rate = %3$d
            event-time { column = at, format = epoch-millis }
            arrival-time { column = received, format = epoch-millis }
            time { late = 10s, out-of-order = 2s, on-out-of-order = drop } }
          sources.keyed { paths = ["part*.csv"], columns { value = long }, max-rate = %3$d
            partitions = 4, partition-by = [device]
            event-time { column = at, format = epoch-millis }
            arrival-time { column = received, format = epoch-millis }
            time { late = 10s, out-of-order = 2s, substreams = [device] } }
          streams.groups { from = apart, key-by = [device], window { tumbling = 5s }
            select = ["count() as n", "sum(value) as total"] }
          streams.keys { from = keyed, key-by = [device], window { tumbling = 5s }
            select = ["count() as n", "sum(value) as total"] }
          streams.values { from = keyed, key-by = [value], window { tumbling = 1m }
            select = ["count() as n"] }
          streams.again { from = keys, key-by = [n], window { tumbling = 1m }
            select = ["count() as windows", "sum(total) as total"] }
          sinks.groups { from = groups, path = "groups.csv" }
          sinks.keys { from = keys, path = "keys.csv" }
          sinks.values { from = values, path = "values.csv" }
          sinks.again { from = again, path = "again.csv" }
          sinks.rejected { from = apart.diagnostics, path = "rejected.csv" }
        }
        """
            .formatted(name, settings, rowsPerSecond));
  }
}
