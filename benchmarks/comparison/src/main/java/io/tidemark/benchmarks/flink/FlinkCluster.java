package io.tidemark.benchmarks.flink;

import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.compare.Surroundings;
import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.benchmarks.ledger.Ledger;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** A cluster of one job manager and one task manager in this JVM that runs the job. */
final class FlinkCluster implements Engine {
  private final MiniCluster cluster;
  private final Configuration configuration;

  private FlinkCluster(MiniCluster cluster, Configuration configuration) {
    this.cluster = cluster;
    this.configuration = configuration;
  }

  /**
   * Starts the cluster.
   *
   * @param base settings that this adds to
   */
  static FlinkCluster start(Surroundings surroundings, Configuration base) throws Exception {
    Configuration configuration = new Configuration(base);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, surroundings.threads());
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    // Nothing may fall back to reflective serialization.
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(StateBackendOptions.STATE_BACKEND, "hashmap");
    configuration.set(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
    configuration.set(
        CheckpointingOptions.CHECKPOINTING_INTERVAL, surroundings.checkpointInterval());
    configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, surroundings.directory().toUri().toString());
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(surroundings.threads())
                .withRandomPorts()
                .build());
    cluster.start();
    return new FlinkCluster(cluster, configuration);
  }

  @Override
  public Digest run(Job job) throws Exception {
    try (Ledger ledger = Ledger.open()) {
      await(submit(job, ledger));
      return ledger.total();
    }
  }

  JobID submit(Job job, Ledger ledger) throws Exception {
    StreamExecutionEnvironment environment = environment();
    KeyedStream<Event, Long> keyed =
        environment
            .fromSource(
                new GeneratorSource(job),
                WatermarkStrategy.forBoundedOutOfOrderness(
                    Duration.of(Job.DISORDER_MICROS, ChronoUnit.MICROS)),
                "generator",
                new EventType())
            .keyBy(Event::key, Types.LONG);
    computed(job.shape(), keyed).sinkTo(new LedgerSink(ledger.name())).name("ledger");
    return submit(environment);
  }

  /** In which a job for this cluster is put together. */
  StreamExecutionEnvironment environment() {
    return StreamExecutionEnvironment.getExecutionEnvironment(configuration);
  }

  JobID submit(StreamExecutionEnvironment job) throws Exception {
    return cluster.submitJob(job.getStreamGraph()).get().getJobID();
  }

  void await(JobID job) throws Exception {
    cluster.requestJobResult(job).get().toJobExecutionResult(getClass().getClassLoader());
  }

  /** Loses the task manager with all it holds in memory, and starts another. */
  void replaceTaskManager() throws Exception {
    cluster.terminateTaskManager(0).get();
    cluster.startTaskManager();
  }

  @Override
  public void close() {
    cluster.closeAsync().join();
  }

  private static DataStream<WindowCount> computed(Shape shape, KeyedStream<Event, Long> keyed) {
    Duration size = Duration.of(shape.sizeMicros(), ChronoUnit.MICROS);
    Duration slide = Duration.of(shape.slideMicros(), ChronoUnit.MICROS);
    return switch (shape) {
      case TUMBLING -> counted(keyed, TumblingEventTimeWindows.of(size));
      case HOPPING -> counted(keyed, SlidingEventTimeWindows.of(size, slide));
      // Its sessions are extended at exactly the gap, as the job's are.
      case SESSION -> counted(keyed, EventTimeSessionWindows.withGap(size));
      case TIMERS -> keyed.process(new TwoTimers(), Types.POJO(WindowCount.class));
    };
  }

  private static DataStream<WindowCount> counted(
      KeyedStream<Event, Long> keyed, WindowAssigner<Object, TimeWindow> windows) {
    return keyed
        .window(windows)
        .aggregate(new Counting(), new EmitCount(), Types.LONG, Types.POJO(WindowCount.class));
  }
}
