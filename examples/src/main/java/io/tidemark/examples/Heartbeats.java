package io.tidemark.examples;

import static java.time.Duration.ofSeconds;

import io.tidemark.config.Tidemark;
import io.tidemark.config.launch.RunSettings;
import io.tidemark.config.launch.RunSummary;
import io.tidemark.config.refusal.Refused;
import io.tidemark.connector.file.CsvFile;
import io.tidemark.connector.file.CsvFiles;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.MessageHandler;
import io.tidemark.core.transform.TimerHandler;
import io.tidemark.core.transform.TransformBehavior;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Alerts on devices whose heartbeat is missing: a timer that each heartbeat puts off. */
public final class Heartbeats {
  private Heartbeats() {}

  record Heartbeat(String device, Instant time) {}

  /**
   * A device fell silent, or is back.
   *
   * @param what {@code missing} or {@code back}
   * @param last its last heartbeat before that
   */
  record Alert(String device, String what, Instant at, Instant last) {}

  /** What is known of a device. */
  sealed interface State {}

  record Unknown() implements State {}

  record Alive(Instant last) implements State {}

  record Silent(Instant last) implements State {}

  /** Puts the alert off with each heartbeat. */
  static final class Watch extends TransformBehavior<String, Heartbeat, State, Alert> {
    private static final Duration PATIENCE = ofSeconds(30);
    private static final String MISSING = "missing";

    @Override
    public State emptyState(String device) {
      return new Unknown();
    }

    @Override
    public MessageHandler<String, Heartbeat, State, Alert> messageHandler() {
      return newMessageHandlerBuilder()
          .forStateType(Silent.class)
          .onMessage(
              Heartbeat.class,
              (state, beat, context) -> {
                Instant now = context.time();
                return Effect()
                    .emit(new Alert(beat.device(), "back", now, state.last()))
                    .state(new Alive(now))
                    .timer(MISSING, now.plus(PATIENCE), now.plus(PATIENCE));
              })
          .forAnyState()
          .onMessage(
              Heartbeat.class,
              (state, beat, context) -> {
                // Until it runs, the timer holds nothing back but its own result.
                Instant due = context.time().plus(PATIENCE);
                return Effect().state(new Alive(context.time())).timer(MISSING, due, due);
              })
          .build();
    }

    @Override
    public TimerHandler<String, State, Alert> timerHandler() {
      return newTimerHandlerBuilder()
          .forStateType(Alive.class)
          .onTimer(
              MISSING,
              (state, timer, context) ->
                  Effect()
                      .emit(new Alert(context.key(), MISSING, context.time(), state.last()))
                      .state(new Silent(state.last())))
          .build();
    }
  }

  static void describe(PipelineDraft p, Source<Heartbeat> heartbeats, Destination alerts) {
    p.source("heartbeats", heartbeats)
        .time(TimePolicy.eventTime(Heartbeat::time).outOfOrder(ofSeconds(5)))
        .keyBy(Heartbeat::device)
        .transform("alerts", new Watch(), State.class, Alert.class)
        .to(alerts);
  }

  static Pipeline pipeline(Path folder) {
    Source<Heartbeat> heartbeats = CsvFiles.of(Heartbeat.class).in(folder).at("heartbeats.csv");
    Destination alerts = CsvFile.at(folder.resolve("out/java/alerts.csv"));
    return Pipeline.named("heartbeats", p -> describe(p, heartbeats, alerts));
  }

  /** Runs it over the files in the folder given, else in {@code examples/heartbeats}. */
  public static void main(String[] args) throws Refused {
    Path folder = Path.of(args.length > 0 ? args[0] : "examples/heartbeats");
    RunSummary summary =
        Tidemark.run(pipeline(folder), RunSettings.state(folder.resolve(".tidemark/java")));
    Program.end(summary);
  }
}
