package io.tidemark.config.launch;

import com.typesafe.config.ConfigFactory;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.RunState.Status;
import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.pipeline.PayloadCodecs;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalSetup;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.PipelineRuntime;
import io.tidemark.runtime.RunningPipeline;
import io.tidemark.runtime.clock.SystemClock;
import io.tidemark.runtime.entity.EntityFactory;
import io.tidemark.runtime.entity.RuntimeSettings;
import io.tidemark.sharding.ClusterNode;
import io.tidemark.sharding.ClusterPlacement;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A run as {@link Launch} makes it, on the same state, journal and outputs, of which a test is told
 * what its entities are about to do. It is told on their threads and may kill or block.
 */
final class TappedRun {
  /** What a test is told. */
  interface Tap {
    /** The entity is about to hear a message. */
    default void hears(RunningPipeline pipeline, EntityId id, Message message) {}

    /** The run is about to begin; what is known of it goes into the watch. */
    default void begins(Plan plan, RunWatch watch) {}

    /** An event of the entity is durable, and it is not told yet. */
    default void persisted(EntityId id, Entity entity) {}

    /** The entity is about to make a snapshot. */
    default void beforeSnapshot(EntityId id) {}

    /** The entity has made a snapshot, which is about to be written. */
    default void afterSnapshot(EntityId id) {}

    /** Rows were appended to the output of the sink, and are not synced. */
    default void appended(EntityId.Sink sink) {}

    /** Rows are synced in the output of the sink, and the journal does not know. */
    default void synced(EntityId.Sink sink) {}
  }

  private final RunRequest request;
  private final Tap tap;
  private final CompletableFuture<RunningPipeline> pipeline = new CompletableFuture<>();

  private TappedRun(RunRequest request, Tap tap) {
    this.request = request;
    this.tap = tap;
  }

  static RunRequest request(Path file, Path out, Path state) throws Refused {
    return RunRequest.of(PipelineFile.read(file), out, state, false);
  }

  static Outcome run(RunRequest request, Tap tap) throws Exception {
    return new TappedRun(request, tap).run();
  }

  private Outcome run() throws Exception {
    try (PreparedRun run = PreparedRun.of(request);
        Journal journal = Journal.open(run.journal(), request.pipeline().journal());
        ClusterNode node =
            ClusterNode.alone(
                "tidemark",
                ConfigFactory.load(ConfigFactory.parseResources(ClusterNode.ONE_NODE)),
                new JournalSetup(journal))) {
      Plan plan = new Plan(run.opened().pipeline(OutputStream.nullOutputStream()));
      RunWatch watch = RunWatch.of(plan);
      tap.begins(plan, watch);
      RunningPipeline running =
          PipelineRuntime.start(
              node.system(),
              plan.pipeline().name(),
              new TappedEntities(new RunEntities(plan, watch)),
              ClusterPlacement.of(plan.topology().members(), new PayloadCodecs(plan)::between),
              RuntimeSettings.defaults().withPlugins("tidemark.journal", "tidemark.snapshot-store"),
              new SystemClock());
      pipeline.complete(running);
      Outcome outcome = running.outcome().toCompletableFuture().get(120, TimeUnit.SECONDS);
      run.settle(outcome instanceof Outcome.Completed ? Status.COMPLETE : Status.FAILED);
      return outcome;
    }
  }

  private final class TappedEntities implements EntityFactory {
    private final EntityFactory entities;

    TappedEntities(EntityFactory entities) {
      this.entities = entities;
    }

    @Override
    public Entity create(EntityId id) {
      return new Tapped(id, entities.create(id));
    }

    @Override
    public PartitionReader openReader(EntityId.Partition partition) throws IOException {
      return entities.openReader(partition);
    }

    @Override
    public SinkWriter<Object> openWriter(EntityId.Sink sink) throws IOException {
      SinkWriter<Object> writer = entities.openWriter(sink);
      return new SinkWriter<>() {
        @Override
        public long restore(long committedLength) throws IOException {
          return writer.restore(committedLength);
        }

        @Override
        public long append(List<Object> rows) throws IOException {
          long length = writer.append(rows);
          tap.appended(sink);
          return length;
        }

        @Override
        public void sync() throws IOException {
          writer.sync();
          tap.synced(sink);
        }

        @Override
        public void close() throws IOException {
          writer.close();
        }
      };
    }
  }

  private final class Tapped implements Entity {
    private final EntityId id;
    private final Entity entity;

    Tapped(EntityId id, Entity entity) {
      this.id = id;
      this.entity = entity;
    }

    @Override
    public void restore(byte[] snapshot) {
      entity.restore(snapshot);
    }

    @Override
    public void replay(Event event) {
      entity.replay(event);
    }

    @Override
    public Step start(long nowMicros) {
      return entity.start(nowMicros);
    }

    @Override
    public Step receive(long nowMicros, Message message) {
      tap.hears(pipeline.join(), id, message);
      return entity.receive(nowMicros, message);
    }

    @Override
    public Step tick(long nowMicros) {
      return entity.tick(nowMicros);
    }

    @Override
    public Step persisted(long nowMicros) {
      tap.persisted(id, entity);
      return entity.persisted(nowMicros);
    }

    @Override
    public boolean snapshotDue() {
      return entity.snapshotDue();
    }

    @Override
    public byte[] snapshot() {
      tap.beforeSnapshot(id);
      byte[] snapshot = entity.snapshot();
      tap.afterSnapshot(id);
      return snapshot;
    }
  }
}
