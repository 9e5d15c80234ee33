package io.tidemark.benchmarks.beam.boundaries;

import io.tidemark.benchmarks.boundaries.Boundary;
import io.tidemark.benchmarks.boundaries.Computation;
import io.tidemark.benchmarks.boundaries.Notes;
import io.tidemark.benchmarks.boundaries.Step;
import io.tidemark.benchmarks.boundaries.Subject;
import java.util.List;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.CalendarWindows;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.util.ReleaseInfo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.DateTimeZone;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Beam's core SDK on its direct runner, which takes up a step only when it has done with those
 * before. It has no expiry of a key, and no join of elements but in windows.
 */
public final class BeamSubject implements Subject {
  private static final Duration TEN = Duration.millis(10);

  /** Made by the service loader. */
  public BeamSubject() {}

  @Override
  public String name() {
    return "Beam " + ReleaseInfo.getReleaseInfo().getVersion() + ", direct runner";
  }

  @Override
  public long lastMillis() {
    return BoundedWindow.TIMESTAMP_MAX_VALUE.getMillis();
  }

  @Override
  public boolean has(Boundary boundary) {
    return switch (boundary.computation()) {
      case TUMBLING, OFFSET, HOPPING, DAYS, SESSION, TIMERS -> true;
      case EXPIRY, INTERVAL, AS_OF -> false;
    };
  }

  @Override
  public void run(Computation computation, List<Step> steps, Notes notes) {
    PipelineOptions options = PipelineOptionsFactory.create();
    options.setRunner(DirectRunner.class);
    Pipeline pipeline = Pipeline.create(options);
    PCollection<String> texts = pipeline.apply(stream(steps));
    texts.apply("watermarks", ParDo.of(new NoteWatermark(notes.name())));
    PCollection<KV<String, String>> keyed =
        texts
            .apply(Filter.by(text -> !Step.of(text).isWatermark()))
            .apply(WithKeys.<String, String>of("k"));
    switch (computation) {
      case TUMBLING -> counted(keyed, FixedWindows.of(TEN), notes);
      case OFFSET -> counted(keyed, FixedWindows.of(TEN).withOffset(Duration.millis(-7)), notes);
      case HOPPING -> counted(keyed, SlidingWindows.of(TEN).every(Duration.millis(15)), notes);
      case DAYS ->
          counted(
              keyed,
              CalendarWindows.days(1).withTimeZone(DateTimeZone.forID("Europe/Copenhagen")),
              notes);
      case SESSION -> counted(keyed, Sessions.withGapDuration(TEN), notes);
      case TIMERS -> keyed.apply(ParDo.of(new Telling(notes.name())));
      case EXPIRY, INTERVAL, AS_OF ->
          throw new IllegalArgumentException("not there: " + computation);
    }
    pipeline.run().waitUntilFinish();
  }

  /** Each watermark is followed by an element that tells of it. */
  private static TestStream<String> stream(List<Step> steps) {
    TestStream.Builder<String> stream = TestStream.create(StringUtf8Coder.of());
    for (Step step : steps) {
      Instant time = Instant.ofEpochMilli(step.millis());
      if (step.isWatermark()) {
        stream = stream.advanceWatermarkTo(time);
      }
      stream = stream.addElements(TimestampedValue.of(step.toString(), time));
    }
    return stream.advanceWatermarkToInfinity();
  }

  private static void counted(
      PCollection<KV<String, String>> keyed,
      WindowFn<Object, IntervalWindow> windows,
      Notes notes) {
    keyed
        .apply(Window.into(windows))
        .apply(Count.perKey())
        .apply(ParDo.of(new NoteCount(notes.name())));
  }

  @Override
  public void close() {}
}
