package io.tidemark.benchmarks.flink.boundaries;

import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Tells elements and timers. */
final class Telling extends KeyedProcessFunction<String, String, String> {
  @Override
  public void processElement(String text, Context context, Collector<String> out) {
    out.collect(text);
    if (text.equals("0")) {
      context.timerService().registerEventTimeTimer(10);
    } else if (text.equals("30")) {
      context.timerService().registerEventTimeTimer(20);
    }
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<String> out) {
    out.collect("timer " + millis);
  }
}
