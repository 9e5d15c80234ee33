package io.tidemark.examples;

import static io.tidemark.core.time.OnViolation.ADJUST;
import static io.tidemark.core.window.Aggregates.count;
import static io.tidemark.core.window.Windows.tumbling;
import static java.time.Duration.ofMinutes;

import io.tidemark.config.Tidemark;
import io.tidemark.config.launch.RunSettings;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.CsvFile;
import io.tidemark.connector.file.CsvFiles;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.time.TimePolicy;
import java.nio.file.Path;
import java.time.Instant;

/** Twelve cars at three toll booths: the pipeline of {@code tollbooth.conf}, as a program. */
public final class Tollbooth {
  private Tollbooth() {}

  record Crossing(String booth, String plate, Instant entered, Instant received) {}

  static Pipeline pipeline(Path folder) {
    return Pipeline.named(
        "tollbooth",
        p ->
            p.source("crossings", CsvFiles.of(Crossing.class).in(folder).at("crossings.csv"))
                .time(
                    TimePolicy.eventTime(Crossing::entered)
                        .arrivalTime(Crossing::received)
                        .early(ofMinutes(5))
                        .late(ofMinutes(5), ADJUST)
                        .outOfOrder(ofMinutes(2), ADJUST))
                .rejectedTo("rejected", CsvFile.at(folder.resolve("out/java/rejected.csv")))
                .keyBy("booth", Crossing::booth)
                .window(tumbling(ofMinutes(5)).endInclusive())
                .aggregate("counts", count().as("cars"))
                .to(CsvFile.at(folder.resolve("out/java/counts.csv"))));
  }

  /** Runs it over {@code crossings.csv} in the folder given, else in {@code examples/tollbooth}. */
  public static void main(String[] args) throws Refused {
    Path folder = Path.of(args.length > 0 ? args[0] : "examples/tollbooth");
    RunSummary summary =
        Tidemark.run(pipeline(folder), RunSettings.state(folder.resolve(".tidemark/java")));
    Program.end(summary);
  }
}
