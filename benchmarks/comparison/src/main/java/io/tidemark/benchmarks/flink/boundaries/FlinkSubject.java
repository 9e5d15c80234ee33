package io.tidemark.benchmarks.flink.boundaries;

import io.tidemark.benchmarks.boundaries.Boundary;
import io.tidemark.benchmarks.boundaries.Computation;
import io.tidemark.benchmarks.boundaries.Notes;
import io.tidemark.benchmarks.boundaries.Step;
import io.tidemark.benchmarks.boundaries.Subject;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * Flink's DataStream API with one task of each kind, and SQL for its join by version. Its state
 * expires by the wall clock only, and it has no calendar windows.
 */
public final class FlinkSubject implements Subject {
  private static final Duration TEN = Duration.ofMillis(10);

  private final Configuration configuration = new Configuration();
  private final MiniCluster cluster;

  /** Starts a cluster of one slot; made by the service loader. */
  public FlinkSubject() {
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    cluster = start(configuration);
  }

  private static MiniCluster start(Configuration configuration) {
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(1)
                .withRandomPorts()
                .build());
    try {
      cluster.start();
    } catch (Exception e) {
      throw new IllegalStateException("Flink does not start", e);
    }
    return cluster;
  }

  @Override
  public String name() {
    return "Flink " + EnvironmentInformation.getVersion();
  }

  @Override
  public long lastMillis() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean has(Boundary boundary) {
    return switch (boundary.computation()) {
      case TUMBLING, OFFSET, HOPPING, SESSION, TIMERS, INTERVAL, AS_OF -> true;
      case DAYS, EXPIRY -> false;
    };
  }

  @Override
  public void run(Computation computation, List<Step> steps, Notes notes) throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    KeyedStream<String, String> keyed =
        environment
            .fromData(Types.STRING, steps.stream().map(Step::toString).toArray(String[]::new))
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<String>forGenerator(context -> new StepWatermarks())
                    .withTimestampAssigner((text, none) -> Step.of(text).millis()))
            .filter(text -> !Step.of(text).isWatermark())
            .keyBy(text -> "k", Types.STRING);
    computed(environment, computation, keyed)
        .transform("notes", Types.STRING, new NotingOperator(notes.name()))
        .sinkTo(new DiscardingSink<>());
    cluster
        .requestJobResult(cluster.submitJob(environment.getStreamGraph()).get().getJobID())
        .get()
        .toJobExecutionResult(getClass().getClassLoader());
  }

  private static DataStream<String> computed(
      StreamExecutionEnvironment environment,
      Computation computation,
      KeyedStream<String, String> keyed) {
    return switch (computation) {
      case TUMBLING -> counted(keyed, TumblingEventTimeWindows.of(TEN));
      case OFFSET -> counted(keyed, TumblingEventTimeWindows.of(TEN, Duration.ofMillis(-7)));
      case HOPPING -> counted(keyed, SlidingEventTimeWindows.of(TEN, Duration.ofMillis(15)));
      case SESSION -> counted(keyed, EventTimeSessionWindows.withGap(TEN));
      case TIMERS -> keyed.process(new Telling(), Types.STRING);
      case INTERVAL ->
          keyed
              .intervalJoin(keyed)
              .between(Duration.ofMillis(2), Duration.ofMillis(4))
              .process(new Pairing(), Types.STRING);
      case AS_OF -> TemporalJoin.of(environment, keyed);
      case DAYS, EXPIRY -> throw new IllegalArgumentException("not there: " + computation);
    };
  }

  private static DataStream<String> counted(
      KeyedStream<String, String> keyed, WindowAssigner<Object, TimeWindow> windows) {
    return keyed.window(windows).process(new CountOfWindow(), Types.STRING);
  }

  @Override
  public void close() {
    cluster.closeAsync().join();
  }
}
