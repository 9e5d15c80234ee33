package io.tidemark.benchmarks.beam.boundaries;

import io.tidemark.benchmarks.boundaries.Notes;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;

/** Tells elements and timers. */
final class Telling extends DoFn<KV<String, String>, Void> {
  private static final String TIMER = "timer";

  /** Found by Beam. */
  @TimerId(TIMER)
  private final TimerSpec timerSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  private final String notes;

  Telling(String notes) {
    this.notes = notes;
  }

  /** Called by Beam. */
  @ProcessElement
  public void process(@Element KV<String, String> element, @TimerId(TIMER) Timer timer) {
    String text = element.getValue();
    Notes.named(notes).result(text);
    if (text.equals("0")) {
      timer.set(Instant.ofEpochMilli(10));
    } else if (text.equals("30")) {
      timer.set(Instant.ofEpochMilli(20));
    }
  }

  /** Called by Beam. */
  @OnTimer(TIMER)
  public void ran(OnTimerContext context) {
    Notes.named(notes).result("timer " + context.fireTimestamp().getMillis());
  }
}
