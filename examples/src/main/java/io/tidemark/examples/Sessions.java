package io.tidemark.examples;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.tidemark.config.Tidemark;
import io.tidemark.config.launch.RunSettings;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.CsvFile;
import io.tidemark.connector.file.CsvFiles;
import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.Windows;
import java.nio.file.Path;
import java.time.Instant;

/** Sessions of devices, each on a clock of its own: a device that lags is not late for others. */
public final class Sessions {
  private Sessions() {}

  record Event(String device, String page, Instant time, Instant received) {}

  private static final Key<Event, String> DEVICE = Key.of("device", Event::device);

  static void describe(PipelineDraft p, Source<Event> events, Destination sessions) {
    p.source("events", events)
        .time(
            TimePolicy.eventTime(Event::time)
                .arrivalTime(Event::received)
                .late(ofMinutes(10), OnViolation.DROP)
                .outOfOrder(ofSeconds(30), OnViolation.DROP)
                .substreams(DEVICE))
        .keyBy(DEVICE)
        .window(Windows.session(ofMinutes(2)))
        .aggregate(
            "sessions",
            Aggregates.<Event>count().as("events"),
            Aggregates.<Event>countDistinct(Event::page).as("pages"))
        .to(sessions);
  }

  static Pipeline pipeline(Path folder) {
    Source<Event> events = CsvFiles.of(Event.class).in(folder).at("events.csv");
    Destination sessions = CsvFile.at(folder.resolve("out/java/sessions.csv"));
    return Pipeline.named("sessions", p -> describe(p, events, sessions));
  }

  /** Runs it over the files in the folder given, else in {@code examples/sessions}. */
  public static void main(String[] args) throws Refused {
    Path folder = Path.of(args.length > 0 ? args[0] : "examples/sessions");
    RunSummary summary =
        Tidemark.run(pipeline(folder), RunSettings.state(folder.resolve(".tidemark/java")));
    Program.end(summary);
  }
}
