package io.tidemark.benchmarks.boundaries;

import io.tidemark.core.pipeline.AdmittedStage;
import io.tidemark.core.pipeline.KeyedStage;
import io.tidemark.core.pipeline.PipelineDraft;
import io.tidemark.core.sink.SinkWriter;
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
import io.tidemark.testkit.tester.PipelineTester;
import io.tidemark.testkit.tester.TestSource;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tidemark in virtual time. Its watermark follows the elements at a distance of {@link
 * #TOLERANCE_MICROS}, so that those of the steps do not move it; a watermark is an element of
 * another key, so much later.
 */
final class TidemarkSubject implements Subject {
  private static final long TOLERANCE_MICROS = 1L << 60;
  private static final String KEY = "k";
  private static final Duration TEN = Duration.ofMillis(10);

  record Fed(String key, long micros, boolean version) {}

  record Said(String key, String text) {}

  @Override
  public String name() {
    return "Tidemark";
  }

  @Override
  public long lastMillis() {
    return Time.MAX / 1_000;
  }

  @Override
  public boolean has(Boundary boundary) {
    return true;
  }

  @Override
  public void run(Computation computation, List<Step> steps, Notes notes) {
    TestSource<Fed> source = TestSource.of(Fed.class);
    PipelineTester tester = PipelineTester.of(p -> describe(p, source, computation));
    for (Step step : steps) {
      long micros = step.millis() * 1_000;
      source.put(
          step.isWatermark()
              ? new Fed("clock", micros + TOLERANCE_MICROS, false)
              : new Fed(KEY, micros, step.isVersion()));
      tester.run();
      note(tester, notes);
      if (step.isWatermark()) {
        notes.watermark(step.millis());
      }
    }
    tester.end();
    note(tester, notes);
  }

  private static void note(PipelineTester tester, Notes notes) {
    for (Object row : tester.results("rows", Object.class)) {
      if (row instanceof Said said && said.key().equals(KEY)) {
        notes.result(said.text());
      } else if (row instanceof WindowResult<?> result && result.key().equals(KEY)) {
        notes.result(
            result.startMicros() / 1_000
                + ".."
                + (result.end() == null ? "" : result.endMicros() / 1_000)
                + " "
                + result.values().get(0));
      }
    }
  }

  private static void describe(
      PipelineDraft pipeline, TestSource<Fed> source, Computation computation) {
    AdmittedStage<Fed> fed =
        pipeline
            .source("steps", source)
            .time(
                TimePolicy.eventTimeMicros(Fed::micros)
                    .outOfOrder(
                        Duration.ofNanos(1_000).multipliedBy(TOLERANCE_MICROS), OnViolation.DROP));
    KeyedStage<Fed, String> elements = fed.filter(step -> !step.version()).keyBy(Fed::key);
    switch (computation) {
      case TUMBLING -> counted(elements, Windows.tumbling(TEN));
      case OFFSET -> counted(elements, Windows.tumbling(TEN).offset(Duration.ofMillis(-7)));
      case HOPPING -> counted(elements, Windows.hopping(TEN, Duration.ofMillis(15)));
      case DAYS -> counted(elements, Windows.days(ZoneId.of("Europe/Copenhagen")));
      case SESSION -> counted(elements, Windows.session(TEN));
      case TIMERS ->
          transformed(elements, Transformation.of(new Telling(), Long.class, Said.class));
      case EXPIRY ->
          transformed(
              elements,
              Transformation.of(new Knowing(), Long.class, Said.class)
                  .expireAfter(Duration.ofMillis(5)));
      case INTERVAL ->
          elements
              .join(elements)
              .within(Duration.ofMillis(2), Duration.ofMillis(4))
              .inner(
                  "results",
                  Said.class,
                  (left, right) ->
                      new Said(left.key(), millis(left.micros()) + "+" + millis(right.micros())))
              .toWriter("rows", TidemarkSubject::noWriter);
      case AS_OF ->
          elements
              .join(fed.filter(Fed::version).keyBy(Fed::key))
              .asOfOrNone(
                  "results",
                  Said.class,
                  (element, version) ->
                      new Said(
                          element.key(),
                          millis(element.micros())
                              + (version == null ? " none" : " v" + millis(version.micros()))))
              .toWriter("rows", TidemarkSubject::noWriter);
    }
  }

  private static void counted(KeyedStage<Fed, String> elements, Windows windows) {
    elements
        .window(windows)
        .aggregate("results", Aggregates.count())
        .toWriter("rows", TidemarkSubject::noWriter);
  }

  private static void transformed(
      KeyedStage<Fed, String> elements, Transformation<String, Fed, Long, Said> transformation) {
    elements.transform("results", transformation).toWriter("rows", TidemarkSubject::noWriter);
  }

  private static long millis(long micros) {
    return micros / 1_000;
  }

  private static <R> SinkWriter<R> noWriter() {
    throw new AssertionError("nothing is written in a test");
  }

  @Override
  public void close() {}

  /** Tells elements and timers. */
  private static final class Telling implements Transform<String, Fed, Long, Said> {
    @Override
    public Long onElement(@Nullable Long state, Fed fed, TransformContext<String, Said> context) {
      long at = millis(fed.micros());
      context.emit(new Said(fed.key(), Long.toString(at)));
      if (at == 0 || at == 30) {
        context.setTimer(Time.instant(at == 0 ? 10_000 : 20_000));
      }
      return at;
    }

    @Override
    public @Nullable Long onTimer(
        @Nullable Long state, Timer timer, TransformContext<String, Said> context) {
      context.emit(new Said(context.key(), "timer " + millis(context.timeMicros())));
      return state;
    }
  }

  /** Tells whether it knows the key. */
  private static final class Knowing implements Transform<String, Fed, Long, Said> {
    @Override
    public Long onElement(@Nullable Long state, Fed fed, TransformContext<String, Said> context) {
      long at = millis(fed.micros());
      context.emit(new Said(fed.key(), at + (state == null ? " first" : " next")));
      return at;
    }
  }
}
