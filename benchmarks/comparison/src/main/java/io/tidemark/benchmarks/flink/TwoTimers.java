package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Shape;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/** {@link Shape#TIMERS}: the state is how many timers of the key have run. */
final class TwoTimers extends KeyedProcessFunction<Long, Event, WindowCount> {
  private transient @Nullable ValueState<Long> count;

  @Override
  public void open(OpenContext context) {
    count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
  }

  @Override
  public void processElement(Event event, Context context, Collector<WindowCount> out) {
    context.timerService().registerEventTimeTimer(Shape.soonMicros(event.timeMicros()) / 1_000);
    context.timerService().registerEventTimeTimer(Shape.laterMicros(event.timeMicros()) / 1_000);
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<WindowCount> out)
      throws Exception {
    ValueState<Long> state = count;
    if (state == null) {
      throw new IllegalStateException("a timer ran before open: key=" + context.getCurrentKey());
    }
    Long before = state.value();
    long run = before == null ? 1 : before + 1;
    state.update(run);
    out.collect(new WindowCount(millis * 1_000, context.getCurrentKey(), run));
  }
}
