package io.tidemark.config.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output is a function of the records alone: whole runs over files, in one layout and another. */
class SameBytesTest {
  private static final long SEED = Long.getLong("tidemark.seed", 11L);
  private static final long BEGIN_MILLIS = 1_700_000_000_000L;

  /** One row of a file. */
  private record Line(String device, long atMillis, long receivedMillis, long value) {
    String text() {
      return device + "," + atMillis + "," + receivedMillis + "," + value;
    }
  }

  private record Window(long endMillis, long startMillis, String device) {}

  @TempDir Path folder;

  private final Random random = new Random(SEED);

  /** The run's output folder. */
  private Path run(String name, String pipeline) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".conf"), pipeline);
    Path out = folder.resolve(name);
    Invocation run = Invocation.of("run", file.toString(), "--out", out.toString());
    assertThat(run.status()).as(run.err()).isZero();
    return out;
  }

  private static void assertSame(Path actual, Path expected, List<String> files) {
    for (String file : files) {
      assertThat(actual.resolve(file))
          .as("seed=%d, %s", SEED, actual.getFileName())
          .hasSameBinaryContentAs(expected.resolve(file));
    }
  }

  private static String source(String name, String paths, String rest) {
    return """
    sources.%s { paths = ["%s"], columns { value = long }
      event-time { column = at, format = epoch-millis }
      arrival-time { column = received, format = epoch-millis }
      %s }
    """
        .formatted(name, paths, rest);
  }

  private static String stream(String name, String from, String keys, String window) {
    return """
    streams.%s { from = %s, key-by = [%s], window { %s }
      select = ["count() as n", "sum(value) as total"] }
    sinks.%s { from = %1$s, path = "%1$s.csv" }
    """
        .formatted(name, from, keys, window, name);
  }

  private static String rejected(String source) {
    return "sinks.%s-rejected { from = %1$s.diagnostics, path = \"%1$s-rejected.csv\" }\n"
        .formatted(source);
  }

  /** Disorder of every kind, and rows that are none. */
  private void writeDisorder(String file, int rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("device,at,received,value"));
    long clock = BEGIN_MILLIS;
    for (int i = 0; i < rows; i++) {
      clock += random.nextInt(400);
      Line line =
          new Line(
              "dev" + random.nextInt(20),
              clock + ahead(),
              clock - random.nextInt(100),
              random.nextInt(1_000));
      lines.add(
          switch (random.nextInt(100)) {
            case 0 -> line.text().replace("," + line.atMillis(), ",soon");
            case 1 -> line.text().replace("," + line.receivedMillis(), ",");
            case 2 -> line.device() + "," + line.atMillis();
            default -> line.text();
          });
    }
    Files.write(folder.resolve(file), lines);
  }

  /** Mostly within the tolerances, sometimes early, out of order, or late. */
  private long ahead() {
    return switch (random.nextInt(50)) {
      case 0 -> 5_000 + random.nextInt(5_000);
      case 1, 2 -> -2_000 - random.nextInt(6_000);
      case 3 -> -9_000 - random.nextInt(20_000);
      default -> -random.nextInt(2_000);
    };
  }

  /** All ways of a row: key groups behind a partition, inside substreams, behind them, a second. */
  private static String everyWay(int keyGroups, int batchSize) {
    String bounds = "early = 5s, late = 10s, out-of-order = 2s";
    return "pipeline { name = ways, journal.fsync = off, key-groups = %d, batch-size = %d\n"
            .formatted(keyGroups, batchSize)
        + source("dropping", "part*.csv", dropping(bounds))
        + source("moving", "part*.csv", "time { %s, on-early = adjust }".formatted(bounds))
        + source("keyed", "part*.csv", keyed(bounds))
        + source(
            "confined",
            "part*.csv",
            "partitions = 2, partition-by = [device], time { %s, substreams = [device] }"
                .formatted(bounds))
        + stream("dropped", "dropping", "device", "tumbling = 10s")
        + stream("moved", "moving", "device", "hopping { size = 30s, hop = 7s }, closed = right")
        + stream("keyed-rows", "keyed", "device", "tumbling = 10s")
        + stream("inside", "confined", "device", "tumbling = 10s, offset = -3s")
        + stream("all", "moving", "", "tumbling = 1m")
        + """
        streams.again { from = dropped, window { tumbling = 1m }, select = ["max(total) as most"] }
        sinks.again { from = again, path = "again.csv" }
        """
        + rejected("dropping")
        + rejected("moving")
        + rejected("keyed")
        + rejected("confined")
        + "}\n";
  }

  private static String dropping(String bounds) {
    return "time { %s, on-late = drop, on-out-of-order = drop }".formatted(bounds);
  }

  private static String keyed(String bounds) {
    return "time { %s, on-out-of-order = drop, substreams = [device] }".formatted(bounds);
  }

  private static final List<String> OF_EVERY_WAY =
      List.of(
          "dropped.csv",
          "moved.csv",
          "keyed-rows.csv",
          "inside.csv",
          "all.csv",
          "again.csv",
          "dropping-rejected.csv",
          "moving-rejected.csv",
          "keyed-rejected.csv",
          "confined-rejected.csv");

  @Test
  void comeOutWhateverTheNumberOfKeyGroupsAndTheSizeOfBatches() throws IOException {
    writeDisorder("part0.csv", 300);
    writeDisorder("part1.csv", 300);
    Path first = run("1-4096", everyWay(1, 4096));

    for (int keyGroups : new int[] {1, 2, 8}) {
      for (int batchSize : new int[] {1, 7, 4096}) {
        String name = keyGroups + "-" + batchSize;
        Path out = name.equals("1-4096") ? first : run(name, everyWay(keyGroups, batchSize));
        assertSame(out, first, OF_EVERY_WAY);
      }
    }
    // They are what the policy command decides, and what windows are by their definition.
    assertDecidedAlike(first, "dropping", "--on-late=drop", "--on-out-of-order=drop");
    assertDecidedAlike(first, "moving", "--on-early=adjust");
    assertDecidedAlike(first, "keyed", "--on-out-of-order=drop", "--substreams=device");
    assertThat(first.resolve("dropped.csv"))
        .hasContent(windows(10_000, 10_000, false, "--on-late=drop", "--on-out-of-order=drop"));
    assertThat(first.resolve("moved.csv"))
        .hasContent(windows(30_000, 7_000, true, "--on-early=adjust"));
    for (String rule : List.of("early", "late", "order", "bad-timestamp", "wrong-column-count")) {
      assertThat(first.resolve("dropping-rejected.csv")).content().contains("," + rule + ",");
    }
  }

  private List<String[]> verdicts(String file, String... options) {
    List<String> args = new ArrayList<>(List.of("policy", folder.resolve(file).toString()));
    args.addAll(List.of("--event-time=at", "--arrival-time=received", "--early=5s", "--late=10s"));
    args.addAll(List.of("--out-of-order=2s", "--time-format=epoch-millis"));
    args.addAll(List.of(options));
    Invocation policy = Invocation.of(args.toArray(String[]::new));
    assertThat(policy.status()).as(policy.err()).isZero();
    return policy.outLines().stream().skip(1).map(line -> line.split(",", -1)).toList();
  }

  /** Each verdict but {@code none} is a diagnostic of the run at the row's place, and no other. */
  private void assertDecidedAlike(Path out, String source, String... options) throws IOException {
    List<String> expected = new ArrayList<>();
    for (String file : List.of("part0.csv", "part1.csv")) {
      List<String> lines = Files.readAllLines(folder.resolve(file));
      long offset = lines.get(0).length() + 1L;
      for (String[] verdict : verdicts(file, options)) {
        String row = lines.get(Integer.parseInt(verdict[0]));
        if (!verdict[4].equals("none")) {
          String rule = verdict[4].substring(verdict[4].indexOf('_') + 1);
          expected.add(
              String.join(",", file, "" + offset, rule, verdict[2], verdict[3], verdict[5], row));
        }
        offset += row.length() + 1;
      }
    }
    List<String> found = new ArrayList<>();
    for (String line : Files.readAllLines(out.resolve(source + "-rejected.csv"))) {
      found.add(
          line.substring(line.indexOf(',') + 1)
              .replace("\"", "")
              .replaceAll("bad-timestamp|wrong-column-count", "bad"));
    }
    found.remove(0);
    assertThat(found)
        .as("seed=%d", SEED)
        .hasSizeGreaterThan(25)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /** The windows by device of what a policy lets through, counted one by one. */
  private String windows(long size, long hop, boolean right, String... options) throws IOException {
    Map<Window, long[]> windows =
        new TreeMap<>(
            Comparator.comparingLong(Window::endMillis)
                .thenComparingLong(Window::startMillis)
                .thenComparing(Window::device));
    for (String file : List.of("part0.csv", "part1.csv")) {
      List<String> lines = Files.readAllLines(folder.resolve(file));
      for (String[] verdict : verdicts(file, options)) {
        if (!verdict[5].isEmpty()) {
          String[] row = lines.get(Integer.parseInt(verdict[0])).split(",", -1);
          long time = Instant.parse(verdict[5]).toEpochMilli();
          for (long start = time - time % hop + hop; start >= time - size; start -= hop) {
            if (right
                ? start < time && time <= start + size
                : start <= time && time < start + size) {
              long[] sums =
                  windows.computeIfAbsent(
                      new Window(start + size, start, row[0]), window -> new long[2]);
              sums[0]++;
              sums[1] += Long.parseLong(row[3]);
            }
          }
        }
      }
    }
    StringBuilder text = new StringBuilder("window_start,window_end,device,n,total\n");
    windows.forEach(
        (window, sums) ->
            text.append(Instant.ofEpochMilli(window.startMillis()))
                .append(',')
                .append(Instant.ofEpochMilli(window.endMillis()))
                .append(',')
                .append(window.device())
                .append(',')
                .append(sums[0])
                .append(',')
                .append(sums[1])
                .append('\n'));
    return text.toString();
  }

  private static String tidy(int partitions, String substreams) {
    return "pipeline { name = tidy, journal.fsync = off, batch-size = 100\n"
        + source(
            "in",
            "tidy*.csv",
            """
            partitions = %d, partition-by = [device]
            time { early = 0s, late = 3s, out-of-order = 3s, on-late = drop, on-out-of-order = drop
              substreams = [%s] }
            """
                .formatted(partitions, substreams))
        + stream("byDevice", "in", "device", "tumbling = 10s")
        + stream("all", "in", "", "hopping { size = 30s, hop = 10s }")
        + rejected("in")
        + "}\n";
  }

  /** Where nothing is dropped or moved, it does not matter which partition a row is in. */
  @Test
  void comeOutOfOneAndOfFourPartitionsWhereNothingIsDroppedOrMoved() throws IOException {
    long clock = BEGIN_MILLIS;
    Map<String, Long> devices = new HashMap<>();
    for (int file = 0; file < 2; file++) {
      List<String> lines = new ArrayList<>(List.of("device,at,received,value"));
      for (int i = 0; i < 1_000; i++) {
        clock += random.nextInt(200);
        Line line =
            new Line(
                "dev" + random.nextInt(20),
                clock - random.nextInt(3_000),
                clock,
                random.nextInt(1_000));
        devices.merge(line.device(), 1L, Long::sum);
        lines.add(line.text());
      }
      Files.write(folder.resolve("tidy" + file + ".csv"), lines);
    }
    List<String> files = List.of("byDevice.csv", "all.csv", "in-rejected.csv");

    Path one = run("one", tidy(1, ""));

    assertSame(run("four", tidy(4, "")), one, files);
    assertSame(run("one-substreams", tidy(1, "device")), one, files);
    assertSame(run("four-substreams", tidy(4, "device")), one, files);
    assertThat(Files.readAllLines(one.resolve("in-rejected.csv"))).as("seed=%d", SEED).hasSize(1);
    Map<String, Long> counted = new HashMap<>();
    for (String line : Files.readAllLines(one.resolve("byDevice.csv"))) {
      String[] row = line.split(",", -1);
      if (!row[2].equals("device")) {
        counted.merge(row[2], Long.parseLong(row[3]), Long::sum);
      }
    }
    assertThat(counted).isEqualTo(devices);
  }
}
