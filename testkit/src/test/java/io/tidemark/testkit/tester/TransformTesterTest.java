package io.tidemark.testkit.tester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.transform.Effect;
import io.tidemark.core.transform.MessageHandler;
import io.tidemark.core.transform.OnFailure;
import io.tidemark.core.transform.SideOutput;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.TimerHandler;
import io.tidemark.core.transform.TransformBehavior;
import io.tidemark.core.transform.TransformFailed;
import io.tidemark.core.transform.TransformFailure;
import io.tidemark.core.transform.Transformation;
import io.tidemark.testkit.tester.TransformTesterTest.AdEvent.Click;
import io.tidemark.testkit.tester.TransformTesterTest.AdEvent.Impression;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A behaviour for one key, tested as its author would. */
class TransformTesterTest {
  private static final Instant NOON = Instant.parse("2024-01-01T12:00:00Z");

  sealed interface AdEvent {
    record Impression(String ad) implements AdEvent {}

    record Click(String ad) implements AdEvent {}
  }

  sealed interface State {
    record Empty() implements State {}

    record Shown(Impression impression) implements State {}
  }

  record Outcome(String ad, boolean clicked) {}

  private static final class WaitForClick
      extends TransformBehavior<String, AdEvent, State, Outcome> {
    @Override
    public State emptyState(String ad) {
      return new State.Empty();
    }

    @Override
    public MessageHandler<String, AdEvent, State, Outcome> messageHandler() {
      return newMessageHandlerBuilder()
          .forStateType(State.Empty.class)
          .onMessage(
              Impression.class,
              (state, shown, context) ->
                  Effect()
                      .state(new State.Shown(shown))
                      .timer("timeout", context.time().plus(Duration.ofMinutes(10))))
          .onMessage(Click.class, (state, click, context) -> Effect())
          .forStateType(State.Shown.class)
          .onMessage(
              Click.class,
              (state, click, context) -> Effect().emit(new Outcome(context.key(), true)).clear())
          .build();
    }

    @Override
    public TimerHandler<String, State, Outcome> timerHandler() {
      return newTimerHandlerBuilder()
          .forStateType(State.Shown.class)
          .onTimer(
              "timeout",
              (state, timer, context) ->
                  Effect().emit(new Outcome(state.impression().ad(), false)).clear())
          .build();
    }
  }

  private final TransformTester<AdEvent, State, Outcome> ad =
      TransformTester.of(new WaitForClick(), "ad-7");

  @Test
  void aClickInTimeIsJoined() {
    ad.put(NOON.plusSeconds(30), new Click("ad-7"));
    ad.put(NOON, new Impression("ad-7"));

    assertThat(ad.advance(NOON.plusSeconds(30))).isEmpty();
    assertThat(ad.state()).contains(new State.Shown(new Impression("ad-7")));
    assertThat(ad.timers()).extracting(Timer::name).containsExactly("timeout");
    assertThat(ad.advance(NOON.plusSeconds(31))).containsExactly(new Outcome("ad-7", true));
    assertThat(ad.state()).isEmpty();
    assertThat(ad.timers()).isEmpty();
    assertThat(ad.end()).isEmpty();
  }

  @Test
  void noClickInTimeIsToldAtTheTimeOut() {
    ad.put(NOON, new Impression("ad-7"));

    assertThat(ad.advance(NOON.plusSeconds(599))).isEmpty();
    assertThat(ad.advanceTimed(NOON.plusSeconds(600)))
        .containsExactly(
            new TransformTester.Result<>(NOON.plusSeconds(600), new Outcome("ad-7", false)));
  }

  @Test
  void aClickWithoutAnImpressionLeavesNothing() {
    ad.put(NOON, new Click("ad-7"));

    assertThat(ad.end()).isEmpty();
    assertThat(ad.state()).isEmpty();
  }

  @Test
  void whatNoHandlerTakesNamesStateAndMessage() {
    ad.put(NOON, new Impression("ad-7"));
    ad.put(NOON, new Impression("ad-7"));

    assertThatThrownBy(ad::end)
        .isInstanceOf(TransformFailed.class)
        .hasMessageContaining("stream=tested, key=ad-7, time=2024-01-01T12:00:00Z")
        .hasMessageContaining("no handler takes it: state=" + State.Shown.class.getName())
        .hasMessageContaining("message=" + Impression.class.getName());
  }

  /** Numbers words. */
  private static final class Numbering extends TransformBehavior<String, String, Long, String> {
    @Override
    public Long emptyState(String key) {
      return 0L;
    }

    @Override
    public MessageHandler<String, String, Long, String> messageHandler() {
      return newMessageHandlerBuilder()
          .forAnyState()
          .onAnyMessage(
              (state, word, context) -> {
                Effect<Long, String> next = Effect();
                return next.state(state + 1).emit(word + (state + 1));
              })
          .build();
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void aRestartAfterEachElementKeepsStateAndWhatWaits() {
    TransformTester<String, Long, String> words =
        TransformTester.restarting(
            new Numbering(),
            "k",
            (Codec<String>) (Codec<?>) ValueCodec.INSTANCE,
            (Codec<Long>) (Codec<?>) ValueCodec.INSTANCE);
    for (String word : List.of("a", "b", "c")) {
      words.put(NOON, word);
    }

    assertThat(words.end()).containsExactly("a1", "b2", "c3");
    assertThat(words.state()).contains(3L);
  }

  record Note(String text) {}

  private static final SideOutput<Note> NOTES = SideOutput.of("notes", Note.class);

  /** Counts words; its first word leaves the empty state as it is, and says so. */
  private static final class Words extends TransformBehavior<String, String, Long, Note> {
    @Override
    public Long emptyState(String key) {
      return 0L;
    }

    @Override
    public MessageHandler<String, String, Long, Note> messageHandler() {
      return newMessageHandlerBuilder()
          .forAnyState()
          .onAnyMessage(
              (count, word, context) ->
                  switch (word) {
                    case "same" -> Effect().state(count);
                    case "note" -> Effect().emit(NOTES, new Note(word)).state(count + 1);
                    case "throw" -> throw new IllegalStateException("not that word");
                    default -> Effect();
                  })
          .build();
    }
  }

  private static TransformTester<String, Long, Note> words() {
    return TransformTester.of(
        Transformation.of(new Words(), Long.class, Note.class)
            .sideOutput(NOTES)
            .expireAfter(Duration.ofMinutes(1))
            .onFailure(OnFailure.SKIP),
        "k");
  }

  @Test
  void takesSideOutputsExpiryAndThePolicyForFailures() {
    TransformTester<String, Long, Note> words = words();
    words.put(NOON, "note");
    words.put(NOON.plusSeconds(1), "throw");

    assertThat(words.advance(NOON.plusSeconds(2))).isEmpty();
    assertThat(words.sideOutput(NOTES)).containsExactly(new Note("note"));
    assertThat(words.failures())
        .extracting(TransformFailure::error)
        .containsExactly("java.lang.IllegalStateException: not that word");
    assertThat(words.state()).contains(1L);
    words.advance(NOON.plusSeconds(61));
    assertThat(words.state()).isEmpty();
  }

  @Test
  void aStateThatAHandlerSetsIsKeptThoughItIsTheEmptyOne() {
    TransformTester<String, Long, Note> words = words();
    words.put(NOON, "other");
    words.advance(NOON.plusSeconds(1));
    assertThat(words.state()).isEmpty();

    words.put(NOON.plusSeconds(1), "same");
    words.advance(NOON.plusSeconds(2));
    assertThat(words.state()).contains(0L);
  }

  @Test
  void progressThatGoesBackAndAClockThatNobodyWaitsForAreRefused() {
    ad.advance(NOON);
    assertThat(ad.advance(NOON)).isEmpty();

    assertThatThrownBy(() -> ad.advance(NOON.minusSeconds(1)))
        .hasMessage(
            "progress went back: current=2024-01-01T12:00:00Z, offered=2024-01-01T11:59:59Z");
    assertThatThrownBy(() -> ad.advanceClock(NOON))
        .hasMessageContaining(
            "no timers by the clock: expected=a Transformation with .wallClock()");
  }

  /** Gives words as they come, and a minute after each, after the words of that time, its end. */
  private static final class AfterTheWordsOfItsTime
      extends TransformBehavior<String, String, Long, String> {
    @Override
    public Long emptyState(String key) {
      return 0L;
    }

    @Override
    public MessageHandler<String, String, Long, String> messageHandler() {
      return newMessageHandlerBuilder()
          .forAnyState()
          .onAnyMessage(
              (state, word, context) -> {
                Instant due = context.time().plus(Duration.ofMinutes(1));
                Effect<Long, String> next = Effect();
                return next.emit(word).timer("end", due.plusNanos(1_000), due);
              })
          .build();
    }

    @Override
    public TimerHandler<String, Long, String> timerHandler() {
      return newTimerHandlerBuilder()
          .forAnyState()
          .onTimer(
              "end",
              (state, timer, context) -> {
                Effect<Long, String> next = Effect();
                return next.emit(timer.time().minusNanos(1_000), "end");
              })
          .build();
    }
  }

  @Test
  void aTimerAMicrosecondLaterRunsAfterTheElementsOfItsTimeAndItsResultHasThatTime() {
    TransformTester<String, Long, String> words =
        TransformTester.of(new AfterTheWordsOfItsTime(), "k");
    Instant due = NOON.plusSeconds(60);
    words.put(NOON, "first");
    words.put(due.minusSeconds(1), "puts it off");
    words.put(due.plusSeconds(59), "at its time");

    assertThat(words.advanceTimed(due.plusSeconds(59).plusNanos(1_000)))
        .extracting(TransformTester.Result::value)
        .containsExactly("first", "puts it off", "at its time");
    assertThat(words.advanceTimed(due.plusSeconds(120)))
        .containsExactly(new TransformTester.Result<>(due.plusSeconds(119), "end"));
  }
}
