package io.tidemark.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.config.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of a test in which pipeline files are written and read. */
record PipelineFiles(Path folder) {
  static final String COMPLETE =
      """
      pipeline {
        name = traffic
        sources.readings {
          format = csv
          paths = ["traffic/*.csv"]
          file-name-as = sensor
          partitions = 4, partition-by = [sensor]
          columns { value = double }
          event-time { column = timestamp, format = epoch-seconds }
          arrival-time { column = received }
          time {
            early = off, on-early = adjust, late = 5m, on-late = drop
            out-of-order = 2m, on-out-of-order = drop
            substreams = [sensor], confined = true
            arrival-floor = on, limit-by-arrival = on, idle-tick = 2s
          }
          follow = true
          flush-at-end = watermark
          on-bad-input = stop
        }
        streams.hourly {
          from = readings
          key-by = [sensor]
          window { hopping { size = 1h, hop = 15m }, closed = right, offset = -5m }
          select = ["count() as n", "avg(value) as mean"]
        }
        sinks.out { from = hourly, format = csv, path = "out/hourly.csv", order = key, overwrite = true }
        sinks.rejected { from = readings.diagnostics, format = jsonl, path = "-" }
        key-groups = 3, batch-size = 100, waiting = slow
        journal { fsync = off, queue = 7, disk-reserve = 1MB }
        state = "state/here"
      }
      """;

  static final String SMALL =
      """
      pipeline {
        sources.a { paths = ["a.csv"], event-time { column = t } }
        streams.s { from = a, window { tumbling = 1h }, select = ["count() as n"] }
        sinks.out { from = s, path = "out.csv" }
      }
      """;

  /** Two sources of which the columns are known, and a place for streams. */
  static String over(String streams) {
    return """
    pipeline {
      sources.a { paths = ["a.csv"], event-time { column = t }, columns { v = double, n = long, k = string, t = timestamp } }
      sources.b { paths = ["b.jsonl"], event-time { column = t }, columns { v = long, k = string, when = timestamp } }
      %s
      sinks.out { from = s, path = "out.csv" }
    }
    """
        .formatted(streams);
  }

  private Path write(String text) {
    try {
      return Files.writeString(folder.resolve("small.conf"), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  PipelineFile read(String text) {
    try {
      return PipelineFile.read(write(text));
    } catch (Refused e) {
      throw new AssertionError("refused: " + e.getMessage(), e);
    }
  }

  /** What reading the text is refused for, without the folder. */
  String refusal(String text) {
    Path file = write(text);
    Refused refused = catchThrowableOfType(Refused.class, () -> PipelineFile.read(file));
    assertThat(refused).as("refused").isNotNull();
    return String.valueOf(refused.getMessage()).replace(folder + "/", "");
  }

  /** What the small file is refused for, once a part of it reads otherwise. */
  String refusal(String part, String instead) {
    assertThat(SMALL).contains(part);
    return refusal(SMALL.replace(part, instead));
  }
}
