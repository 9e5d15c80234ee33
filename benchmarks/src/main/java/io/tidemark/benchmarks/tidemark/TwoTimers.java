package io.tidemark.benchmarks.tidemark;

import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.core.time.Time;
import io.tidemark.core.transform.Timer;
import io.tidemark.core.transform.Transform;
import io.tidemark.core.transform.TransformContext;
import org.jspecify.annotations.Nullable;

/** {@link Shape#TIMERS}: the state is how many timers of the key have run. */
final class TwoTimers implements Transform<Long, Event, Long, Fired> {
  @Override
  public @Nullable Long onElement(
      @Nullable Long count, Event event, TransformContext<Long, Fired> context) {
    context.setTimer(Time.instant(Shape.soonMicros(event.timeMicros())));
    context.setTimer(Time.instant(Shape.laterMicros(event.timeMicros())));
    return count;
  }

  @Override
  public Long onTimer(@Nullable Long count, Timer timer, TransformContext<Long, Fired> context) {
    long run = count == null ? 1 : count + 1;
    context.emit(new Fired(context.timeMicros(), context.key(), run));
    return run;
  }
}
