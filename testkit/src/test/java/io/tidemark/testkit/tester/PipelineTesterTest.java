package io.tidemark.testkit.tester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.key.Key;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.pipeline.TransformedStage;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PipelineTesterTest {
  private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  record Beat(String device, Instant time) {}

  record Alarm(String device, Instant since) {}

  /** Alarms where a device says nothing for a minute. */
  private static final class Missing implements Transform<String, Beat, Instant, Alarm> {
    @Override
    public Instant onElement(
        @Nullable Instant last, Beat beat, TransformContext<String, Alarm> context) {
      if (beat.device().equals("broken")) {
        throw new IllegalArgumentException("no such device");
      }
      // Results have the timer's time, so it holds back no other device's.
      Instant due = context.time().plus(MINUTE);
      context.setTimer("missing", due, due);
      return context.time();
    }

    @Override
    public @Nullable Instant onTimer(
        @Nullable Instant last, Timer timer, TransformContext<String, Alarm> context) {
      if (last != null) {
        context.emit(new Alarm(context.key(), last));
      }
      return null;
    }
  }

  private final TestSource<Beat> beats = TestSource.of(Beat.class);

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("nothing is written in a test");
  }

  private static Consumer<PipelineDraft> alarms(TestSource<Beat> beats) {
    return p -> {
      TransformedStage<Alarm> alarms =
          p.source("beats", beats)
              .time(TimePolicy.eventTime(Beat::time).outOfOrder(Duration.ofSeconds(10)))
              .keyBy(Beat::device)
              .transform("alarms", new Missing(), Instant.class, Alarm.class);
      alarms.toWriter("alarms", PipelineTesterTest::noWriter);
    };
  }

  private static Beat beat(String device, long seconds) {
    return new Beat(device, NOON.plusSeconds(seconds));
  }

  @Test
  void elementsGoInAndResultsComeOut() {
    PipelineTester tester = PipelineTester.of(alarms(beats));
    beats.put(beat("a", 0), beat("b", 30), beat("a", 50));
    assertThat(tester.results("alarms", Alarm.class)).isEmpty();

    beats.put(beat("a", 105));
    assertThat(tester.results("alarms", Alarm.class))
        .containsExactly(new Alarm("b", NOON.plusSeconds(30)));
    assertThat(tester.results("alarms", Alarm.class)).isEmpty();

    tester.end();
    assertThat(tester.results("alarms", Alarm.class))
        .containsExactly(new Alarm("a", NOON.plusSeconds(105)));
    assertThat(tester.rows("alarms", Alarm.class)).hasSize(2);
  }

  @Test
  void stateAndTimersCanBeLookedAt() {
    PipelineTester tester = PipelineTester.of(alarms(beats));
    beats.put(beat("a", 0), beat("b", 30));
    tester.run();

    assertThat(tester.state("alarms", "a", Instant.class)).contains(NOON);
    assertThat(tester.timers("alarms", "a"))
        .containsExactly(new Timer("missing", micros(NOON.plus(MINUTE))));
    assertThat(tester.state("alarms", "nobody", Instant.class)).isEmpty();
  }

  private static long micros(Instant time) {
    return Math.multiplyExact(time.getEpochSecond(), 1_000_000L);
  }

  @Test
  void whatWasRecordedOutlastsACrashAfterEachStep() {
    PipelineTester tester = PipelineTester.restarting(alarms(beats));
    for (int i = 0; i < 5; i++) {
      beats.put(beat("a", i * 70L));
      tester.run();
    }
    tester.end();

    assertThat(tester.rows("alarms", Alarm.class))
        .extracting(Alarm::since)
        .containsExactly(
            NOON,
            NOON.plusSeconds(70),
            NOON.plusSeconds(140),
            NOON.plusSeconds(210),
            NOON.plusSeconds(280));
  }

  @Test
  void everyOrderWithinTheToleranceGivesTheSame() {
    AtomicInteger orders = new AtomicInteger();
    Orders.within(
        Duration.ofSeconds(10),
        List.of(beat("a", 0), beat("b", 5), beat("a", 10), beat("b", 70), beat("a", 78)),
        Beat::time,
        order -> {
          TestSource<Beat> source = TestSource.of(Beat.class);
          PipelineTester tester = PipelineTester.of(alarms(source));
          order.forEach(source::put);
          tester.end();
          orders.incrementAndGet();
          assertThat(tester.rows("alarms", Alarm.class))
              .as("order=%s", order)
              .containsExactly(
                  new Alarm("b", NOON.plusSeconds(5)),
                  new Alarm("a", NOON.plusSeconds(10)),
                  new Alarm("b", NOON.plusSeconds(70)),
                  new Alarm("a", NOON.plusSeconds(78)));
        });
    assertThat(orders).hasValue(12);
  }

  @Test
  void aQuietSourceThatFollowsGoesOnWithTheClock() {
    TestSource<Beat> source = beats.following();
    PipelineTester tester = PipelineTester.of(alarms(source));
    source.put(new Beat("a", tester.clock()));
    assertThat(tester.results("alarms", Alarm.class)).isEmpty();

    tester.advanceClock(Duration.ofMinutes(2));

    assertThat(tester.results("alarms", Alarm.class)).hasSize(1);
  }

  @Test
  void windowsAndDiagnosticsAreRowsToo() {
    PipelineTester tester =
        PipelineTester.of(
            p ->
                p.source("beats", beats)
                    .time(TimePolicy.eventTime(Beat::time))
                    .rejectedToWriter("rejected", PipelineTesterTest::noWriter)
                    .keyBy(Beat::device)
                    .window(Windows.tumbling(MINUTE))
                    .aggregate("counts", Aggregates.count())
                    .toWriter("counts", PipelineTesterTest::noWriter));
    beats.put(beat("a", 30), beat("a", 10), beat("a", 60));
    tester.run();

    assertThat(tester.windows("counts"))
        .extracting(window -> window.key() + " " + window.values())
        .containsExactly("a [2]");
    assertThat(tester.rows("rejected", Diagnostic.class))
        .extracting(Diagnostic::rule)
        .containsExactly("order");
  }

  @Test
  void aFailureIsToldWithItsReason() {
    PipelineTester tester = PipelineTester.of(alarms(beats));
    beats.put(beat("broken", 0));
    beats.end();

    assertThatThrownBy(tester::run)
        .hasMessageContaining("stream=alarms, key=broken")
        .hasMessageContaining("no such device at " + Missing.class.getName() + ".onElement(")
        .hasMessageContaining("(PipelineTesterTest.java:");
  }

  @Test
  void mistakesOfATestAreTold() {
    PipelineTester tester = PipelineTester.of(alarms(beats));
    beats.end();

    assertThatThrownBy(() -> beats.put(beat("a", 0))).hasMessageContaining("has ended");
    assertThatThrownBy(() -> beats.following().end()).hasMessageContaining("has no end");
    assertThatThrownBy(() -> tester.rows("none", Alarm.class))
        .hasMessageContaining("no sink has the name none");
    assertThatThrownBy(() -> tester.state("none", "a", Instant.class))
        .hasMessageContaining("no transform has the name none");
  }

  record Place(String device, int minute) {}

  /** Counts beats. */
  private static final class Counting implements Transform<Place, Beat, Integer, Alarm> {
    @Override
    public Integer onElement(
        @Nullable Integer count, Beat beat, TransformContext<Place, Alarm> context) {
      context.setTimer("over", context.time().plus(MINUTE));
      return count == null ? 1 : count + 1;
    }

    @Override
    public @Nullable Integer onTimer(
        @Nullable Integer count, Timer timer, TransformContext<Place, Alarm> context) {
      return null;
    }
  }

  @Test
  void aKeyThatIsARecordHasStateAndTimers() {
    PipelineTester tester =
        PipelineTester.of(
            p ->
                p.source("beats", beats)
                    .time(TimePolicy.eventTime(Beat::time))
                    .keyBy(Key.of(Place.class, beat -> new Place(beat.device(), 7)))
                    .transform("counts", new Counting(), Integer.class, Alarm.class)
                    .toWriter("counts", PipelineTesterTest::noWriter));
    beats.put(beat("a", 0), beat("a", 1), beat("b", 2));
    tester.run();

    assertThat(tester.state("counts", new Place("a", 7), Integer.class)).contains(2);
    assertThat(tester.timers("counts", new Place("a", 7)))
        .extracting(Timer::name)
        .containsExactly("over");
    assertThat(tester.state("counts", new Place("a", 8), Integer.class)).isEmpty();
    assertThatThrownBy(() -> tester.timers("counts", MINUTE))
        .hasMessageContaining("no key has this type");
  }
}
