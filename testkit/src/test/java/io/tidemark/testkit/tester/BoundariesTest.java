package io.tidemark.testkit.tester;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.pipeline.AdmittedStage;
import io.tidemark.core.pipeline.KeyedStage;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.time.OnViolation;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import io.tidemark.core.transform.Transformation;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rows of {@code docs/boundaries.md}, in its order. Times are microseconds. */
class BoundariesTest {
  private static final Duration TEN = micros(10);

  record Tick(long micros, String text) {}

  record Said(long micros, String text) {}

  private final TestSource<Tick> source = TestSource.of(Tick.class);

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("nothing is written in a test");
  }

  private PipelineTester tester(BiConsumer<PipelineDraft, KeyedStage<Tick, String>> described) {
    return PipelineTester.of(
        p -> {
          AdmittedStage<Tick> ticks =
              p.source("ticks", source)
                  .time(
                      TimePolicy.eventTimeMicros(Tick::micros)
                          .outOfOrder(Duration.ZERO, OnViolation.DROP))
                  .rejectedToWriter("rejected", BoundariesTest::noWriter);
          described.accept(p, ticks.keyBy(tick -> "k"));
        });
  }

  private PipelineTester windows(Windows windows) {
    return tester(
        (p, keyed) ->
            keyed
                .window(windows)
                .aggregate("rows", Aggregates.count())
                .toWriter("rows", BoundariesTest::noWriter));
  }

  private PipelineTester transform(Transform<String, Tick, String, Said> transform) {
    return transform(Transformation.of(transform, String.class, Said.class));
  }

  private PipelineTester transform(Transformation<String, Tick, String, Said> transformation) {
    return tester(
        (p, keyed) ->
            keyed.transform("rows", transformation).toWriter("rows", BoundariesTest::noWriter));
  }

  private void put(long... times) {
    for (long micros : times) {
      source.put(new Tick(micros, "at " + micros));
    }
  }

  /** {@code START..END COUNT} of each row so far. */
  private static List<String> counts(PipelineTester tester) {
    List<String> counts = new ArrayList<>();
    for (WindowResult<?> row : tester.windows("rows")) {
      counts.add(row.startMicros() + ".." + row.endMicros() + " " + row.values().get(0));
    }
    return counts;
  }

  private static List<String> said(PipelineTester tester) {
    return tester.rows("rows", Said.class).stream()
        .map(said -> said.micros() + " " + said.text())
        .toList();
  }

  @Nested
  class AnElement {
    @Test
    void atExactlyTheWatermarkIsInOrder() {
      PipelineTester tester = windows(Windows.tumbling(TEN));
      put(5, 5);
      tester.end();

      assertThat(counts(tester)).containsExactly("0..10 2");
      assertThat(tester.rows("rejected", Diagnostic.class)).isEmpty();
    }

    @Test
    void aTickBelowTheWatermarkIsOutOfOrder() {
      PipelineTester tester = windows(Windows.tumbling(TEN));
      put(5, 4);
      tester.end();

      assertThat(counts(tester)).containsExactly("0..10 1");
      assertThat(tester.rows("rejected", Diagnostic.class))
          .extracting(Diagnostic::rule)
          .containsExactly("order");
    }
  }

  @Nested
  class AWindow {
    @Test
    void hasItsStartAndNotItsEnd() {
      PipelineTester tester = windows(Windows.tumbling(TEN));
      put(0, 9, 10);
      tester.end();

      assertThat(counts(tester)).containsExactly("0..10 2", "10..20 1");
    }

    @Test
    void hasItsEndAndNotItsStartWhereItSaysSo() {
      PipelineTester tester = windows(Windows.tumbling(TEN).endInclusive());
      put(0, 1, 10, 11);
      tester.end();

      assertThat(counts(tester)).containsExactly("-10..0 1", "0..10 2", "10..20 1");
    }

    @Test
    void isFinalWithTheWatermarkAtItsEnd() {
      PipelineTester tester = windows(Windows.tumbling(TEN));
      put(3, 10);
      tester.run();

      assertThat(counts(tester)).containsExactly("0..10 1");
    }

    @Test
    void withItsEndIsFinalATickLater() {
      PipelineTester tester = windows(Windows.tumbling(TEN).endInclusive());
      put(3, 10);
      tester.run();
      assertThat(counts(tester)).isEmpty();

      put(10, 11);
      tester.run();
      assertThat(counts(tester)).containsExactly("0..10 3");
    }

    @Test
    void ofNegativeTimesStartsBelow() {
      PipelineTester tester = windows(Windows.tumbling(TEN));
      put(-11, -10, -1);
      tester.end();
      assertThat(counts(tester)).containsExactly("-20..-10 1", "-10..0 2");
    }

    @Test
    void hasAnOffsetOfAnySign() {
      PipelineTester tester = windows(Windows.tumbling(TEN).offset(micros(-7)));
      put(-8, -7, 2, 3);
      tester.end();
      assertThat(counts(tester)).containsExactly("-17..-7 1", "-7..3 2", "3..13 1");
    }

    @Test
    void beyondTheAxisFiresAtTheEndOnly() {
      PipelineTester tester = windows(Windows.tumbling(TEN));
      put(5, Time.MAX - 7);
      tester.run();
      assertThat(counts(tester)).containsExactly("0..10 1");

      tester.end();
      assertThat(counts(tester)).hasSize(2);
      assertThat(tester.windows("rows").get(1).end()).isNull();
    }

    @Test
    void withoutElementsIsNotThereHoweverLongTheGap() {
      PipelineTester tester = windows(Windows.tumbling(TEN));
      put(5, 10_000_000_000L);
      tester.end();

      assertThat(counts(tester)).containsExactly("0..10 1", "10000000000..10000000010 1");
    }

    @Test
    void thatHopsFurtherThanItLastsLeavesElementsOut() {
      PipelineTester tester = windows(Windows.hopping(TEN, micros(15)));
      put(9, 10, 14, 15);
      tester.end();

      assertThat(counts(tester)).containsExactly("0..10 1", "15..25 1");
    }

    @Test
    void ofADayHas23HoursWhenClocksGoForward() {
      PipelineTester tester = windows(Windows.days(ZoneId.of("Europe/Copenhagen")));
      long midnight = Time.micros(Instant.parse("2026-03-28T23:00:00Z"));
      put(midnight - 1, midnight, midnight + micro(23) - 1, midnight + micro(23));
      tester.end();

      assertThat(counts(tester))
          .containsExactly(
              (midnight - micro(24)) + ".." + midnight + " 1",
              midnight + ".." + (midnight + micro(23)) + " 2",
              (midnight + micro(23)) + ".." + (midnight + micro(47)) + " 1");
    }

    private long micro(long hours) {
      return hours * 3_600_000_000L;
    }
  }

  @Nested
  class ASession {
    @Test
    void isExtendedAtExactlyTheGap() {
      PipelineTester tester = windows(Windows.session(TEN));
      put(0, 10, 20);
      tester.end();

      assertThat(counts(tester)).containsExactly("0..30 3");
    }

    @Test
    void endsATickBeyondTheGap() {
      PipelineTester tester = windows(Windows.session(TEN));
      put(0, 11);
      tester.run();

      assertThat(counts(tester)).containsExactly("0..10 1");
    }
  }

  /** Tells its elements and timers; {@code at 0} sets a timer for 10. */
  private static final class Telling implements Transform<String, Tick, String, Said> {
    @Override
    public String onElement(
        @Nullable String state, Tick tick, TransformContext<String, Said> context) {
      context.emit(new Said(context.timeMicros(), state == null ? "first" : "next"));
      if (tick.micros() == 0) {
        context.setTimer(Time.instant(10));
      }
      if (tick.micros() == 30) {
        context.setTimer(Time.instant(20));
      }
      return "known";
    }

    @Override
    public @Nullable String onTimer(
        @Nullable String state, Timer timer, TransformContext<String, Said> context) {
      context.emit(new Said(context.timeMicros(), "timer"));
      return state;
    }
  }

  @Nested
  class ATimer {
    @Test
    void runsAfterElementsBeforeItsTimeAndBeforeThoseAtIt() {
      PipelineTester tester = transform(new Telling());
      put(0, 9, 10);
      tester.end();

      assertThat(said(tester)).containsExactly("0 first", "9 next", "10 timer", "10 next");
    }

    @Test
    void forThePastRunsNext() {
      PipelineTester tester = transform(new Telling());
      put(30, 31);
      tester.end();

      assertThat(said(tester)).containsExactly("30 first", "20 timer", "31 next");
    }

    @Test
    void thatForgetsAKeyRunsBeforeTheElementAtItsTime() {
      PipelineTester tester =
          transform(
              Transformation.of(new Telling(), String.class, Said.class).expireAfter(micros(5)));
      put(1, 5, 10, 14);
      tester.end();

      assertThat(said(tester)).containsExactly("1 first", "5 next", "10 first", "14 next");
    }
  }

  @Nested
  class AJoin {
    @Test
    void hasBothItsBounds() {
      PipelineTester tester =
          tester(
              (p, keyed) ->
                  keyed
                      .join(keyed)
                      .within(micros(2), micros(4))
                      .inner(
                          "rows",
                          Said.class,
                          (left, right) ->
                              new Said(right.micros(), left.micros() + "+" + right.micros()))
                      .toWriter("rows", BoundariesTest::noWriter));
      put(0, 1, 2, 4, 5);
      tester.end();

      assertThat(said(tester))
          .containsExactly("2 0+2", "4 0+4", "4 1+4", "4 2+4", "5 1+5", "5 2+5");
    }

    @Test
    void findsAVersionOfTheVeryTime() {
      PipelineTester tester =
          tester(
              (p, keyed) ->
                  keyed
                      .join(keyed)
                      .asOf(
                          "rows",
                          Said.class,
                          (left, right) -> new Said(left.micros(), right.text()))
                      .toWriter("rows", BoundariesTest::noWriter));
      source.put(new Tick(5, "old"), new Tick(5, "new"), new Tick(6, "newer"));
      tester.end();

      assertThat(said(tester)).containsExactly("5 new", "5 new", "6 newer");
    }
  }
}
