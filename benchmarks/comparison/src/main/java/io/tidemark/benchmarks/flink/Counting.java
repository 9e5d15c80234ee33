package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.job.Event;
import org.apache.flink.api.common.functions.AggregateFunction;

/** Counts elements as they come. */
final class Counting implements AggregateFunction<Event, Long, Long> {
  @Override
  public Long createAccumulator() {
    return 0L;
  }

  @Override
  public Long add(Event event, Long count) {
    return count + 1;
  }

  @Override
  public Long getResult(Long count) {
    return count;
  }

  @Override
  public Long merge(Long left, Long right) {
    return left + right;
  }
}
