package io.tidemark.benchmarks.flink.boundaries;

import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.util.Collector;

/** Names a pair. */
final class Pairing extends ProcessJoinFunction<String, String, String> {
  @Override
  public void processElement(String left, String right, Context context, Collector<String> out) {
    out.collect(left + "+" + right);
  }
}
