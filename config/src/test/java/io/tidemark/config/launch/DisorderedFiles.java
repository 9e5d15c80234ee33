package io.tidemark.config.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Two files of readings in disorder, and a pipeline over them that has every kind of entity. What a
 * process wrote outlives its kill, so nothing is synced.
 */
final class DisorderedFiles {
  /** What the pipeline writes. */
  static final List<String> OUTPUTS = List.of("groups.csv", "keys.csv", "rejected.csv");

  private DisorderedFiles() {}

  /** Writes the files, of so many rows. */
  static void write(Path folder, long seed, int... rows) throws IOException {
    for (int file = 0; file < rows.length; file++) {
      Random random = new Random(seed + file);
      StringBuilder text = new StringBuilder("device,at,received,value\n");
      long clock = 1_700_000_000_000L;
      for (int i = 0; i < rows[file]; i++) {
        clock += random.nextInt(500);
        long behind = random.nextInt(100) == 0 ? 13_000 : random.nextInt(3_000);
        text.append("dev").append(random.nextInt(20)).append(',').append(clock - behind);
        text.append(',').append(clock).append(',').append(random.nextInt(1_000)).append('\n');
      }
      Files.writeString(folder.resolve("part" + file + ".csv"), text);
    }
  }

  /** Writes the pipeline file. */
  static Path pipeline(Path folder, int batchSize) throws IOException {
    return Files.writeString(
        folder.resolve("batches-of-" + batchSize + ".conf"),
        """
        pipeline {
          name = killed, key-groups = 2, batch-size = %d, journal.fsync = off
          sources.apart { paths = ["part*.csv"], columns { value = long }
            event-time { column = at, format = epoch-millis }
            arrival-time { column = received, format = epoch-millis }
            time { late = 10s, out-of-order = 2s, on-out-of-order = drop } }
          sources.keyed { paths = ["part*.csv"], columns { value = long }
            partitions = 2, partition-by = [device]
            event-time { column = at, format = epoch-millis }
            arrival-time { column = received, format = epoch-millis }
            time { late = 10s, out-of-order = 2s, substreams = [device] } }
          streams.groups { from = apart, key-by = [device], window { tumbling = 5s }
            select = ["count() as n", "sum(value) as total"] }
          streams.keys { from = keyed, key-by = [device], window { tumbling = 5s }
            select = ["count() as n", "sum(value) as total"] }
          sinks.groups { from = groups, path = "groups.csv" }
          sinks.keys { from = keys, path = "keys.csv" }
          sinks.rejected { from = apart.diagnostics, path = "rejected.csv" }
        }
        """
            .formatted(batchSize));
  }
}
