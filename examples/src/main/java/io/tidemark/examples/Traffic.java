package io.tidemark.examples;

import static io.tidemark.core.window.Aggregates.averageOfDoubles;
import static io.tidemark.core.window.Aggregates.count;
import static io.tidemark.core.window.Aggregates.max;
import static io.tidemark.core.window.Windows.tumbling;
import static java.time.Duration.ofHours;

import io.tidemark.config.Tidemark;
import io.tidemark.config.launch.RunSettings;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.CsvFile;
import io.tidemark.connector.file.CsvFiles;
import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.time.TimePolicy;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Seven road sensors: the pipeline of {@code traffic.conf}, as a program. Each sensor has a
 * watermark of its own, and its windows are computed inside its substream.
 */
public final class Traffic {
  /** One object: the substreams and the windows have the same key. */
  private static final Key<Reading, String> SENSOR = Key.of("sensor", Reading::sensor);

  private Traffic() {}

  /** A line of a sensor's file; the sensor is the file's name. */
  record Reading(String sensor, Instant timestamp, double value) {}

  static Pipeline pipeline(Path folder) {
    return Pipeline.named(
        "traffic",
        p ->
            p.source(
                    "readings",
                    CsvFiles.of(Reading.class).in(folder).fileNameAs("sensor").at("readings/*.csv"))
                .time(
                    TimePolicy.eventTime(Reading::timestamp)
                        .arrivalFloor(true)
                        .substreams(SENSOR)
                        .confined())
                .keyBy(SENSOR)
                .window(tumbling(ofHours(1)))
                .aggregate(
                    "hourly",
                    count().as("n"),
                    averageOfDoubles(Reading::value).as("mean"),
                    max(Reading::value).as("peak"))
                .to(CsvFile.at(folder.resolve("out/java/hourly.csv"))));
  }

  /** Runs it over {@code readings/} in the folder given, else in {@code examples/traffic}. */
  public static void main(String[] args) throws Refused {
    Path folder = Path.of(args.length > 0 ? args[0] : "examples/traffic");
    RunSummary summary =
        Tidemark.run(pipeline(folder), RunSettings.state(folder.resolve(".tidemark/java")));
    Program.end(summary);
  }
}
