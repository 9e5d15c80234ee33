package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.compare.Contender;
import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.compare.Surroundings;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;

/** Apache Flink as a contender: a cluster in the JVM, the DataStream API, exactly once. */
public final class Flink implements Contender {
  @Override
  public String name() {
    return "flink";
  }

  @Override
  public String settings() {
    return "Flink 2.2.1, parallelism 2, one task manager with 2 slots, exactly once, checkpoint"
        + " every 1 s to files, state on the heap, object reuse, a hand-written serializer for the"
        + " elements, results committed in two phases";
  }

  @Override
  public List<String> jvmFlags() {
    // Those of its own default configuration (env.java.opts.all), as far as this job needs them.
    return Stream.of("lang", "net", "io", "nio", "text", "time", "util", "util.concurrent")
        .map(name -> "--add-opens=java.base/java." + name + "=ALL-UNNAMED")
        .toList();
  }

  @Override
  public Engine start(Surroundings surroundings) throws Exception {
    Configuration configuration = new Configuration();
    // A failure is a failed measurement.
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    return FlinkCluster.start(surroundings, configuration);
  }
}
