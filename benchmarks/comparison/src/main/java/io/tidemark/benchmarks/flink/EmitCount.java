package io.tidemark.benchmarks.flink;

import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** Puts window and key beside the count. */
final class EmitCount implements WindowFunction<Long, WindowCount, Long, TimeWindow> {
  @Override
  public void apply(
      Long key, TimeWindow window, Iterable<Long> counts, Collector<WindowCount> out) {
    for (Long count : counts) {
      out.collect(new WindowCount(window.getEnd() * 1_000, key, count));
    }
  }
}
