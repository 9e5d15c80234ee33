package io.tidemark.benchmarks.tidemark;

import com.typesafe.config.ConfigFactory;
import io.tidemark.benchmarks.compare.Engine;
import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Event;
import io.tidemark.benchmarks.job.Job;
import io.tidemark.benchmarks.job.Shape;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.pipeline.Entities;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.time.TimePolicy;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.Windows;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalSettings;
import io.tidemark.persistence.journal.JournalSetup;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.PipelineRuntime;
import io.tidemark.runtime.clock.SystemClock;
import io.tidemark.runtime.entity.EntityFactory;
import io.tidemark.runtime.entity.RuntimeSettings;
import io.tidemark.sharding.ClusterNode;
import io.tidemark.sharding.ClusterPlacement;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs each job as a pipeline of its own on one node that stays up between jobs. */
final class TidemarkEngine implements Engine {
  private static final int KEY_GROUPS = Integer.getInteger("kg", 4);
  private static final long PATIENCE_MINUTES = 30;

  private static final Codec<Event> EVENTS =
      new Codec<>() {
        @Override
        public void write(Event event, DataOutput out) throws IOException {
          out.writeLong(event.key());
          out.writeLong(event.timeMicros());
          out.writeLong(event.value());
        }

        @Override
        public Event read(DataInput in) throws IOException {
          return new Event(in.readLong(), in.readLong(), in.readLong());
        }
      };

  private final Path directory;
  private final Journal journal;
  private final ClusterNode node;
  private int runs;

  TidemarkEngine(Path directory) {
    this.directory = directory;
    try {
      Files.createDirectories(directory);
      journal = Journal.open(directory.resolve("journal"), JournalSettings.defaults());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    node =
        ClusterNode.alone(
            "benchmark",
            ConfigFactory.load(ConfigFactory.parseResources(ClusterNode.ONE_NODE)),
            new JournalSetup(journal));
  }

  @Override
  public Digest run(Job job) throws Exception {
    String name = "job" + runs++;
    try (DigestWriter writer = new DigestWriter(directory.resolve(name + ".rows"))) {
      Plan plan = new Plan(pipeline(name, job, writer));
      Outcome outcome =
          PipelineRuntime.start(
                  node.system(),
                  name,
                  new Made(plan),
                  ClusterPlacement.of(plan.topology().members()),
                  RuntimeSettings.defaults()
                      .withPlugins("tidemark.journal", "tidemark.snapshot-store"),
                  new SystemClock())
              .outcome()
              .toCompletableFuture()
              .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
      if (!(outcome instanceof Outcome.Completed)) {
        throw new IllegalStateException("the job did not complete: " + outcome);
      }
      return writer.digest();
    }
  }

  @Override
  public void close() {
    node.close();
    journal.close();
  }

  private static Pipeline pipeline(String name, Job job, SinkWriter<Object> writer) {
    KeySelector<Object, Object> key = KeySelector.ofValues(event -> ((Event) event).key());
    SourceSpec source =
        new SourceSpec(
            "events",
            new GeneratedSource(job),
            event -> ((Event) event).timeMicros(),
            null,
            TimePolicy.defaults().backfill().outOfOrder(micros(Job.DISORDER_MICROS)),
            null,
            false,
            false,
            FlushAtEnd.INFINITY,
            true,
            objects(EVENTS));
    Shape shape = job.shape();
    Windows windows =
        shape.sizeMicros() == shape.slideMicros()
            ? Windows.tumbling(micros(shape.sizeMicros()))
            : Windows.hopping(micros(shape.sizeMicros()), micros(shape.slideMicros()));
    StreamSpec counts =
        new StreamSpec("counts", "events", key, false, windows, List.of(Aggregates.count()));
    SinkSpec sink =
        new SinkSpec("rows", new SinkSpec.Feed.OfStream("counts"), () -> writer, Sink.Order.TIME);
    return new Pipeline(
        name,
        List.of(source),
        List.of(counts),
        List.of(sink),
        KEY_GROUPS,
        Limits.defaults().withBatchSize(Integer.getInteger("bs", 4096)));
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> objects(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  private record Made(Plan plan, Entities entities) implements EntityFactory {
    Made(Plan plan) {
      this(plan, new Entities(plan));
    }

    @Override
    public Entity create(EntityId id) {
      return entities.create(id);
    }

    @Override
    public PartitionReader openReader(EntityId.Partition partition) throws IOException {
      return plan.source(partition.source()).source().open(partition.index());
    }

    @Override
    public SinkWriter<Object> openWriter(EntityId.Sink sink) {
      return entities.sinkSpec(sink.sink()).writer().get();
    }
  }
}
