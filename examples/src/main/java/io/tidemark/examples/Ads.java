package io.tidemark.examples;

import static java.time.Duration.ofMinutes;

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
import org.jspecify.annotations.Nullable;

/** Ad impressions joined with clicks: each impression was clicked within five minutes, or not. */
public final class Ads {
  private Ads() {}

  /** What happens to an ad. */
  sealed interface AdEvent {
    String id();
  }

  record Impression(String id, String site, Instant shown) implements AdEvent {}

  record Click(String id, Instant clicked) implements AdEvent {}

  /**
   * What became of an impression.
   *
   * @param clicked null: it was not clicked in time
   */
  record Outcome(String id, String site, Instant shown, @Nullable Instant clicked) {}

  /** What is known of an ad. */
  sealed interface State {}

  record NotShown() implements State {}

  record Shown(Impression impression) implements State {}

  /** Waits for the click of each impression, but not for ever. */
  static final class WaitForClick extends TransformBehavior<String, AdEvent, State, Outcome> {
    private static final Duration PATIENCE = ofMinutes(5);
    private static final String TIMEOUT = "timeout";

    @Override
    public State emptyState(String id) {
      return new NotShown();
    }

    @Override
    public MessageHandler<String, AdEvent, State, Outcome> messageHandler() {
      return newMessageHandlerBuilder()
          .forStateType(NotShown.class)
          .onMessage(
              Impression.class,
              (state, shown, context) -> {
                Instant due = context.time().plus(PATIENCE);
                // An outcome at the time-out has its time, so nothing else is held back until then.
                return Effect().state(new Shown(shown)).timer(TIMEOUT, due, due);
              })
          .forStateType(Shown.class)
          .onMessage(
              Click.class,
              (state, click, context) ->
                  Effect().emit(outcome(state.impression(), click.clicked())).clear())
          .forAnyState()
          .onAnyMessage((state, other, context) -> Effect()) // No impression: nothing to join.
          .build();
    }

    @Override
    public TimerHandler<String, State, Outcome> timerHandler() {
      return newTimerHandlerBuilder()
          .forStateType(Shown.class)
          .onTimer(
              TIMEOUT,
              (state, timer, context) -> Effect().emit(outcome(state.impression(), null)).clear())
          .build();
    }

    private static Outcome outcome(Impression impression, @Nullable Instant clicked) {
      return new Outcome(impression.id(), impression.site(), impression.shown(), clicked);
    }
  }

  /** What is computed, of whatever impressions and clicks come from. */
  static void describe(
      PipelineDraft p, Source<Impression> impressions, Source<Click> clicks, Destination outcomes) {
    p.<AdEvent>union(
            p.source("impressions", impressions)
                .time(TimePolicy.eventTime(Impression::shown).outOfOrder(ofMinutes(1))),
            p.source("clicks", clicks)
                .time(TimePolicy.eventTime(Click::clicked).outOfOrder(ofMinutes(1))))
        .keyBy(AdEvent::id)
        .transform("outcomes", new WaitForClick(), State.class, Outcome.class)
        .to(outcomes);
  }

  static Pipeline pipeline(Path folder) {
    return Pipeline.named(
        "ads",
        p ->
            describe(
                p,
                CsvFiles.of(Impression.class).in(folder).at("impressions.csv"),
                CsvFiles.of(Click.class).in(folder).at("clicks.csv"),
                CsvFile.at(folder.resolve("out/java/outcomes.csv"))));
  }

  /** Runs it over the files in the folder given, else in {@code examples/ads}. */
  public static void main(String[] args) throws Refused {
    Path folder = Path.of(args.length > 0 ? args[0] : "examples/ads");
    RunSummary summary =
        Tidemark.run(pipeline(folder), RunSettings.state(folder.resolve(".tidemark/java")));
    Program.end(summary);
  }
}
