package io.tidemark.benchmarks.flink.boundaries;

import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** Bounds and count of a window. */
final class CountOfWindow extends ProcessWindowFunction<String, String, String, TimeWindow> {
  @Override
  public void process(
      String key, Context context, Iterable<String> elements, Collector<String> out) {
    long count = 0;
    for (String ignored : elements) {
      count++;
    }
    out.collect(context.window().getStart() + ".." + context.window().getEnd() + " " + count);
  }
}
