package io.tidemark.benchmarks.jet;

import static com.hazelcast.jet.aggregate.AggregateOperations.counting;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sink;
import com.hazelcast.jet.pipeline.Sinks;
import com.hazelcast.jet.pipeline.Sources;
import com.hazelcast.jet.pipeline.StreamSource;
import com.hazelcast.jet.pipeline.WindowDefinition;
import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.compare.Surroundings;
import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.benchmarks.ledger.Ledger;

/** A cluster of one member, without network, that runs the job. */
final class JetMember implements Engine {
  private final HazelcastInstance member;
  private final Surroundings surroundings;

  JetMember(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.member = Hazelcast.newHazelcastInstance(config(surroundings));
  }

  @Override
  public Digest run(Job job) {
    try (Ledger ledger = Ledger.open()) {
      submit(job, ledger).join();
      return ledger.total();
    }
  }

  com.hazelcast.jet.Job submit(Job job, Ledger ledger) {
    JobConfig config =
        new JobConfig()
            .setProcessingGuarantee(ProcessingGuarantee.EXACTLY_ONCE)
            .setSnapshotIntervalMillis(surroundings.checkpointInterval().toMillis());
    return member.getJet().newJob(pipeline(job, ledger.name()), config);
  }

  @Override
  public void close() {
    member.shutdown();
  }

  private static Config config(Surroundings surroundings) {
    Config config = new Config();
    config.setClusterName("comparison-" + ProcessHandle.current().pid());
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.getJetConfig().setEnabled(true).setCooperativeThreadCount(surroundings.threads());
    config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
    config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
    return config;
  }

  private static Pipeline pipeline(Job job, String ledger) {
    Pipeline pipeline = Pipeline.create();
    pipeline
        .readFrom(source(job))
        .withNativeTimestamps(Job.DISORDER_MICROS / 1_000)
        .groupingKey(Event::key)
        .window(window(job.shape()))
        .aggregate(counting())
        .writeTo(sink(ledger, job.shape()));
    return pipeline;
  }

  private static WindowDefinition window(Shape shape) {
    return switch (shape) {
      case TUMBLING, HOPPING ->
          WindowDefinition.sliding(shape.sizeMicros() / 1_000, shape.slideMicros() / 1_000);
      case SESSION -> WindowDefinition.session(sessionMillis(shape));
      case TIMERS -> throw new IllegalArgumentException("no timers: " + shape);
    };
  }

  /** An element at exactly the gap extends the job's sessions, and not Jet's. */
  private static long sessionMillis(Shape shape) {
    return shape.sizeMicros() / 1_000 + 1;
  }

  private static StreamSource<Event> source(Job job) {
    return Sources.streamFromProcessorWithWatermarks(
        "generator",
        true,
        policy -> ProcessorMetaSupplier.of(Job.PARTITIONS, new GeneratorProcessors(job, policy)));
  }

  private static Sink<KeyedWindowResult<Long, Long>> sink(String ledger, Shape shape) {
    long afterMillis = shape == Shape.SESSION ? 1 : 0;
    return Sinks.fromProcessor(
        "digest", ProcessorMetaSupplier.of(() -> new LedgerProcessor(ledger, afterMillis)));
  }
}
