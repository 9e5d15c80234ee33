package io.tidemark.config;

import static io.tidemark.core.time.OnViolation.ADJUST;
import static io.tidemark.core.time.OnViolation.DROP;
import static io.tidemark.core.window.Aggregates.averageOfDoubles;
import static io.tidemark.core.window.Aggregates.averageOfLongs;
import static io.tidemark.core.window.Aggregates.count;
import static io.tidemark.core.window.Aggregates.max;
import static io.tidemark.core.window.Aggregates.min;
import static io.tidemark.core.window.Aggregates.sumOfDoubles;
import static io.tidemark.core.window.Aggregates.sumOfLongs;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.config.launch.Ending;
import io.tidemark.config.launch.Launch;
import io.tidemark.config.launch.RunRequest;
import io.tidemark.config.launch.RunSettings;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.CsvFile;
import io.tidemark.connector.file.CsvFiles;
import io.tidemark.connector.file.JsonLinesFile;
import io.tidemark.connector.file.JsonLinesFiles;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines that a program describes, beside the same ones that a file describes. */
class ProgramIT {
  private static final Instant START = Instant.parse("2024-03-01T10:00:00Z");

  @TempDir private Path folder = Path.of("");

  private record Reading(
      String road,
      int lane,
      @Nullable Long cars,
      @Nullable Double speed,
      Instant at,
      Instant received) {}

  private record Lane(String road, int lane) {}

  @BeforeEach
  void writeReadings() throws IOException {
    Files.createDirectory(folder.resolve("in"));
    Random random = new Random(5);
    for (String name : List.of("north", "south")) {
      StringBuilder csv = new StringBuilder("received,at,lane,cars,speed,road,remark\n");
      StringBuilder json = new StringBuilder();
      for (int i = 0; i < 400; i++) {
        Instant received = START.plusSeconds(7L * i);
        Instant at = received.plusSeconds(random.nextInt(500) - 450);
        String road = "A" + random.nextInt(3);
        String lane = random.nextInt(60) == 0 ? "none" : Integer.toString(random.nextInt(4));
        String cars = random.nextInt(9) == 0 ? "" : Integer.toString(random.nextInt(90));
        String speed = random.nextInt(9) == 0 ? "" : Double.toString(random.nextInt(999) / 7.0);
        csv.append(
            received + "," + at + "," + lane + "," + cars + "," + speed + "," + road + ",x\n");
        json.append(
            "{\"road\":\"" + road + "\",\"lane\":" + (lane.equals("none") ? "\"?\"" : lane));
        json.append(",\"cars\":" + (cars.isEmpty() ? "null" : cars));
        json.append(speed.isEmpty() ? "" : ",\"speed\":" + speed);
        json.append(",\"at\":\"" + at + "\",\"received\":\"" + received + "\"}\n");
      }
      Files.writeString(folder.resolve("in/" + name + ".csv"), csv);
      Files.writeString(folder.resolve("in/" + name + ".jsonl"), json);
    }
  }

  private void runFile(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("p.conf"), text);
    PipelineFile pipeline = PipelineFile.read(file);
    RunRequest request = RunRequest.of(pipeline, folder, pipeline.state(), false);
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(messages, true, StandardCharsets.UTF_8);
    RunSummary summary = new Launch(request, OutputStream.nullOutputStream(), printed, false).run();
    assertThat(summary.ending())
        .as(messages.toString(StandardCharsets.UTF_8))
        .isEqualTo(Ending.COMPLETE);
  }

  private RunSummary run(Pipeline pipeline) throws Refused {
    return Tidemark.run(pipeline, folder.resolve("state"));
  }

  private void sameBytes(String... files) throws IOException {
    for (String file : files) {
      assertThat(folder.resolve("java/" + file))
          .hasSameBinaryContentAs(folder.resolve("out/" + file));
      assertThat(Files.size(folder.resolve("out/" + file))).as(file).isGreaterThan(200);
    }
  }

  @Test
  void everyAggregateOverTwoColumnsOfAKeyGivesTheBytesOfTheFile() throws Exception {
    runFile(
        """
        pipeline {
          name = lanes, key-groups = 3, batch-size = 64
          sources.readings {
            paths = ["in/*.csv"]
            columns { lane = long, cars = long, speed = double, at = timestamp, received = timestamp }
            event-time { column = at }, arrival-time { column = received }
            time { early = 20s, late = 5m, on-late = drop, out-of-order = 2m }
          }
          streams.lanes {
            from = readings, key-by = [road, lane]
            window { hopping { size = 10m, hop = 4m }, closed = right, offset = -30s }
            select = ["count() as n", "sum(cars) as cars", "avg(cars) as mean", "sum(speed) as total",
              "avg(speed) as speed", "min(speed) as slowest", "max(road) as last"]
          }
          streams.roads {
            from = lanes, key-by = [road], window { tumbling = 20m }, select = ["sum(n) as n", "max(lane) as lane"]
          }
          streams.all { from = readings, window { tumbling = 5m }, select = ["count()"] }
          sinks.lanes { from = lanes, path = "out/lanes.csv" }
          sinks.lanes-json { from = lanes, path = "out/lanes.jsonl" }
          sinks.roads { from = roads, path = "out/roads.csv" }
          sinks.all { from = all, path = "out/all.csv" }
        }
        """);

    Pipeline pipeline =
        Pipeline.named(
            "lanes",
            p -> {
              var readings =
                  p.keyGroups(3)
                      .batchSize(64)
                      .source("readings", CsvFiles.of(Reading.class).in(folder).at("in/*.csv"))
                      .time(
                          TimePolicy.eventTime(Reading::at)
                              .arrivalTime(Reading::received)
                              .early(ofSeconds(20))
                              .late(ofMinutes(5), DROP)
                              .outOfOrder(ofMinutes(2)));
              var lanes =
                  readings
                      .keyBy(Lane.class, reading -> new Lane(reading.road(), reading.lane()))
                      .window(
                          Windows.hopping(ofMinutes(10), ofMinutes(4))
                              .endInclusive()
                              .offset(ofSeconds(-30)))
                      .aggregate(
                          "lanes",
                          count().as("n"),
                          sumOfLongs(Reading::cars).as("cars"),
                          averageOfLongs(Reading::cars).as("mean"),
                          sumOfDoubles(Reading::speed).as("total"),
                          averageOfDoubles(Reading::speed).as("speed"),
                          min(Reading::speed).as("slowest"),
                          max(Reading::road).as("last"))
                      .to(CsvFile.at(folder.resolve("java/lanes.csv")))
                      .to("lanes-json", JsonLinesFile.at(folder.resolve("java/lanes.jsonl")));
              lanes
                  .keyBy("road", result -> result.key().road())
                  .window(Windows.tumbling(ofMinutes(20)))
                  .aggregate(
                      "roads",
                      sumOfLongs((WindowResult<Lane> result) -> result.value(0, Long.class))
                          .as("n"),
                      max((WindowResult<Lane> result) -> result.key().lane()).as("lane"))
                  .to(CsvFile.at(folder.resolve("java/roads.csv")));
              readings
                  .window(Windows.tumbling(ofMinutes(5)))
                  .aggregate("all", count())
                  .to(CsvFile.at(folder.resolve("java/all.csv")));
            });
    RunSummary summary = run(pipeline);

    assertThat(summary.ending()).isEqualTo(Ending.COMPLETE);
    assertThat(summary.source("readings").counts().bad()).isPositive();
    assertThat(summary.sinks()).containsOnlyKeys("lanes", "lanes-json", "roads", "all");
    sameBytes("lanes.csv", "lanes.jsonl", "roads.csv", "all.csv");
  }

  @Test
  void twoSourcesOfOtherFormatsGiveTheBytesOfTheFile() throws Exception {
    runFile(
        """
        pipeline {
          sources.csv {
            paths = ["in/*.csv"], file-name-as = gateway, partitions = 3, partition-by = [gateway, road]
            columns { lane = long, cars = long, speed = double, at = timestamp, received = timestamp }
            event-time { column = at }, arrival-time { column = received }
            time { early = off, late = 1h, limit-by-arrival = on, substreams = [road] }
          }
          sources.json {
            paths = ["in/*.jsonl"]
            columns { lane = long, cars = long, speed = double, at = timestamp, received = timestamp }
            event-time { column = at }
            time { out-of-order = 1m, on-out-of-order = drop }
            flush-at-end = watermark
          }
          streams.of-csv { from = csv, key-by = [road], window { tumbling = 7m }, select = ["count() as n"] }
          streams.of-json { from = json, key-by = [lane], window { tumbling = 7m }, select = ["count() as n", "max(cars) as most"] }
          sinks.csv { from = of-csv, path = "out/csv.jsonl" }
          sinks.json { from = of-json, path = "out/json.csv" }
        }
        """);

    record Named(
        String road,
        int lane,
        @Nullable Long cars,
        @Nullable Double speed,
        Instant at,
        Instant received,
        String gateway) {}
    Pipeline pipeline =
        Pipeline.named(
            "p",
            p -> {
              p.source(
                      "csv",
                      CsvFiles.of(Named.class)
                          .in(folder)
                          .fileNameAs("gateway")
                          .partitions(3, "gateway", "road")
                          .at("in/*.csv"))
                  .time(
                      TimePolicy.eventTime(Named::at)
                          .arrivalTime(Named::received)
                          .earlyOff()
                          .late(ofHours(1))
                          .limitByArrival(true)
                          .substreams(Named::road))
                  .keyBy("road", Named::road)
                  .window(Windows.tumbling(ofMinutes(7)))
                  .aggregate("of-csv", count().as("n"))
                  .to("csv", JsonLinesFile.at(folder.resolve("java/csv.jsonl")));
              p.source("json", JsonLinesFiles.of(Reading.class).in(folder).at("in/*.jsonl"))
                  .flushAtEnd(FlushAtEnd.WATERMARK)
                  .time(TimePolicy.eventTime(Reading::at).outOfOrder(ofMinutes(1), DROP))
                  .keyBy("lane", Reading::lane)
                  .window(Windows.tumbling(ofMinutes(7)))
                  .aggregate("of-json", count().as("n"), max(Reading::cars).as("most"))
                  .order(Sink.Order.TIME)
                  .to("json", CsvFile.at(folder.resolve("java/json.csv")));
            });

    assertThat(run(pipeline).ending()).isEqualTo(Ending.COMPLETE);
    sameBytes("csv.jsonl", "json.csv");
  }

  private Pipeline simple(Windows windows) {
    return Pipeline.named(
        "simple",
        p ->
            p.source("readings", CsvFiles.of(Reading.class).in(folder).at("in/*.csv"))
                .time(TimePolicy.eventTime(Reading::at).onOutOfOrder(ADJUST))
                .rejectedTo("rejected", CsvFile.at(folder.resolve("java/rejected.csv")))
                .keyBy(Reading::road)
                .window(windows)
                .aggregate(count())
                .to(CsvFile.at(folder.resolve("java/simple.csv"))));
  }

  @Test
  void aBadValueIsARejectedRow() throws Exception {
    RunSummary summary = run(simple(Windows.tumbling(ofMinutes(5))));

    long bad = summary.source("readings").counts().bad();
    assertThat(bad).isPositive();
    assertThat(Files.readAllLines(folder.resolve("java/rejected.csv")))
        .filteredOn(line -> line.contains(",bad-value,"))
        .hasSize((int) bad)
        .allSatisfy(
            line ->
                assertThat(line).startsWith("readings,in/").contains(",none,").endsWith(",x\""));
  }

  @Test
  void replacesWhatACompleteRunOfItsStateWroteAndNothingElse() throws Exception {
    run(simple(Windows.tumbling(ofMinutes(5))));
    byte[] first = Files.readAllBytes(folder.resolve("java/simple.csv"));

    assertThat(run(simple(Windows.tumbling(ofMinutes(5)))).resumed()).isFalse();
    assertThat(folder.resolve("java/simple.csv")).hasBinaryContent(first);

    RunSettings elsewhere = RunSettings.state(folder.resolve("other-state"));
    Pipeline same = simple(Windows.tumbling(ofMinutes(5)));
    assertThatThrownBy(() -> Tidemark.run(same, elsewhere))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("simple.csv: exists");
    assertThat(Tidemark.run(same, elsewhere.startingFresh()).ending()).isEqualTo(Ending.COMPLETE);
  }

  @Test
  void saysWhatItDidAsTheCommandLineDoes() throws Exception {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    RunSettings settings =
        RunSettings.state(folder.resolve("state"))
            .messages(new PrintStream(messages, true, StandardCharsets.UTF_8));

    RunSummary summary = Tidemark.run(simple(Windows.tumbling(ofMinutes(5))), settings);

    assertThat(messages.toString(StandardCharsets.UTF_8)).isEqualTo(summary + "\n");
    assertThat(summary.toString()).contains("800 records read in");
  }

  /** What goes to standard error while a run fails. */
  private String saidOfAFailure(UnaryOperator<RunSettings> settings) throws Exception {
    Pipeline failing =
        Pipeline.named(
            "failing",
            p ->
                p.source("readings", CsvFiles.of(Reading.class).in(folder).at("in/*.csv"))
                    .time(TimePolicy.eventTime(Reading::at).arrivalTime(Reading::received))
                    .filter(ProgramIT::fails)
                    .keyBy("road", Reading::road)
                    .window(Windows.tumbling(ofMinutes(5)))
                    .aggregate("counts", count())
                    .to(CsvFile.at(folder.resolve("java/failing.csv"))));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      RunSettings made = settings.apply(RunSettings.state(folder.resolve("state")));
      assertThat(Tidemark.run(failing, made).ending()).isEqualTo(Ending.FAILED);
    } finally {
      System.setErr(before);
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  private static boolean fails(Reading reading) {
    throw new IllegalStateException("not the reading on " + reading.road());
  }

  @Test
  void saysWhyItFailedOnStandardError() throws Exception {
    assertThat(
            saidOfAFailure(settings -> settings)
                .lines()
                .filter(line -> line.startsWith("tidemark: ")))
        .singleElement()
        .asString()
        .startsWith("tidemark: failed: ")
        .contains("not the reading on A");
  }

  @Test
  void saysNothingWhereItIsToBeQuiet() throws Exception {
    assertThat(saidOfAFailure(RunSettings::quiet)).doesNotContain("tidemark: ");
  }
}
