package io.tidemark.config.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of a test in which a pipeline runs over files. */
record RunFolder(Path path) {
  /** Sums in windows of a minute, of {@code in.csv}. */
  static final String PIPELINE =
      """
      pipeline {
        name = p
        sources.in { paths = ["in.csv"], columns { value = long }, event-time { column = at } }
        streams.sums { from = in, key-by = [device], window { tumbling = 1m }
          select = ["count() as n", "sum(value) as total"] }
        sinks.sums { from = sums, path = "out/sums.csv" }
      }
      """;

  /** Counts in windows of an hour, of {@code a.csv}. */
  static final String COUNTS =
      """
      pipeline {
        sources.a { paths = ["a.csv"], event-time { column = t } }
        streams.s { from = a, window { tumbling = 1h }, select = ["count() as n"] }
        sinks.out { from = s, path = "out.csv" }
      }
      """;

  Path write(String file, String text) throws IOException {
    return Files.writeString(path.resolve(file), text);
  }

  /** Runs the pipeline; what it says does not name the folder. */
  Invocation run(String pipeline, String... options) throws IOException {
    String[] args = new String[options.length + 2];
    args[0] = "run";
    args[1] = write("p.conf", pipeline).toString();
    System.arraycopy(options, 0, args, 2, options.length);
    Invocation run = Invocation.of(args);
    return new Invocation(run.status(), run.out(), run.err().replace(path + "/", ""));
  }

  /** The text of a file in the folder {@code out}. */
  String output(String file) throws IOException {
    return Files.readString(path.resolve("out").resolve(file));
  }

  /** Rows for the pipeline, with a header where they begin with the first. */
  static String rows(int from, int to) {
    StringBuilder rows = new StringBuilder(from == 0 ? "device,at,value\n" : "");
    for (int i = from; i < to; i++) {
      rows.append("device-with-a-long-name-").append(i).append(",2024-01-01T00:00:00Z,1\n");
    }
    return rows.toString();
  }
}
