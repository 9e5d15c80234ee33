package io.tidemark.benchmarks.jet.boundaries;

import static com.hazelcast.jet.aggregate.AggregateOperations.counting;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.BuildInfoProvider;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sinks;
import com.hazelcast.jet.pipeline.Sources;
import com.hazelcast.jet.pipeline.StreamStage;
import com.hazelcast.jet.pipeline.StreamStageWithKey;
import com.hazelcast.jet.pipeline.WindowDefinition;
import io.tidemark.benchmarks.boundaries.Boundary;
import io.tidemark.benchmarks.boundaries.Computation;
import io.tidemark.benchmarks.boundaries.Notes;
import io.tidemark.benchmarks.boundaries.Step;
import io.tidemark.benchmarks.boundaries.Subject;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Jet's Pipeline API on one member with one thread. It has no offsets, no timers, no join of two
 * streams outside windows, and no calendar windows.
 */
public final class JetSubject implements Subject {
  private static final long PATIENCE_SECONDS = 20;

  private HazelcastInstance member = start();

  /** Starts a member; made by the service loader. */
  public JetSubject() {}

  private static HazelcastInstance start() {
    Config config = new Config();
    config.setClusterName("boundaries-" + UUID.randomUUID());
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.setProperty("hazelcast.logging.type", "slf4j");
    config.getJetConfig().setEnabled(true).setCooperativeThreadCount(1);
    config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
    config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
    config.setProperty("hazelcast.shutdownhook.enabled", "false");
    return Hazelcast.newHazelcastInstance(config);
  }

  @Override
  public String name() {
    return "Jet " + BuildInfoProvider.getBuildInfo().getVersion();
  }

  @Override
  public long lastMillis() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean has(Boundary boundary) {
    return switch (boundary.computation()) {
      case TUMBLING, HOPPING, SESSION, EXPIRY -> true;
      case OFFSET, DAYS, TIMERS, INTERVAL, AS_OF -> false;
    };
  }

  @Override
  public void run(Computation computation, List<Step> steps, Notes notes) throws Exception {
    List<String> texts = steps.stream().map(Step::toString).toList();
    Pipeline pipeline = Pipeline.create();
    StreamStageWithKey<String, String> keyed =
        pipeline
            .readFrom(
                Sources.<String>streamFromProcessorWithWatermarks(
                    "steps", true, policy -> one(new StepProcessor.Supplier(texts, policy))))
            .withNativeTimestamps(0)
            .groupingKey(text -> "k");
    String name = notes.name();
    computed(computation, keyed)
        .writeTo(
            Sinks.fromProcessor(
                "notes", one(ProcessorSupplier.of(() -> new NotingProcessor(name)))));
    try {
      member.getJet().newJob(pipeline).getFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // The one thread that works is busy for good, and cannot be interrupted.
      member = start();
      throw (TimeoutException)
          new TimeoutException("no end in " + PATIENCE_SECONDS + " s").initCause(e);
    }
  }

  private static ProcessorMetaSupplier one(ProcessorSupplier processor) {
    return ProcessorMetaSupplier.forceTotalParallelismOne(processor);
  }

  private static StreamStage<String> computed(
      Computation computation, StreamStageWithKey<String, String> keyed) {
    return switch (computation) {
      case TUMBLING -> counted(keyed, WindowDefinition.tumbling(10));
      case HOPPING -> counted(keyed, WindowDefinition.sliding(10, 15));
      case SESSION -> counted(keyed, WindowDefinition.session(10));
      case EXPIRY ->
          keyed.mapStateful(
              5,
              AtomicBoolean::new,
              (known, key, text) -> text + (known.getAndSet(true) ? " next" : " first"),
              (known, key, watermark) -> null);
      case OFFSET, DAYS, TIMERS, INTERVAL, AS_OF ->
          throw new IllegalArgumentException("not there: " + computation);
    };
  }

  private static StreamStage<String> counted(
      StreamStageWithKey<String, String> keyed, WindowDefinition windows) {
    return keyed
        .window(windows)
        .aggregate(counting())
        .map(result -> result.start() + ".." + result.end() + " " + result.result());
  }

  @Override
  public void close() {
    member.shutdown();
  }
}
