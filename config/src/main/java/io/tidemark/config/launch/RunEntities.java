package io.tidemark.config.launch;

import io.tidemark.connector.file.FileSource;
import io.tidemark.core.entity.Entity;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.pipeline.Entities;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.TimestampAssignment;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.runtime.entity.EntityFactory;
import io.tidemark.runtime.telemetry.SlowHandlers;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** What the entities of a run consist of, watched. */
final class RunEntities implements EntityFactory {
  private final Plan plan;
  private final Entities entities;
  private final RunWatch watch;

  RunEntities(Plan plan, RunWatch watch) {
    this.plan = plan;
    this.entities = new Entities(plan, new SlowHandlers(SlowHandlers.BUDGET));
    this.watch = watch;
  }

  @Override
  public Entity create(EntityId id) {
    Entity entity = entities.create(id);
    return id instanceof EntityId.Member member ? new WatchedMember(member, entity, watch) : entity;
  }

  @Override
  public PartitionReader openReader(EntityId.Partition partition) throws IOException {
    SourceSpec source = plan.source(partition.source());
    TimestampAssignment times = TimestampAssignment.of(source);
    SourceWatch seen = watch.source(partition.source());
    PartitionReader reader = paced(source, source.source().open(partition.index()));
    return new PartitionReader() {
      @Override
      public RecordBatch read(Offset from, int maxRecords) throws IOException {
        RecordBatch batch = reader.read(from, maxRecords);
        times.assign(batch);
        seen.read(batch.size());
        return batch;
      }

      @Override
      public void close() throws IOException {
        reader.close();
      }
    };
  }

  private static PartitionReader paced(SourceSpec source, PartitionReader reader) {
    int rate = source.source() instanceof FileSource<?> files ? files.settings().maxRate() : 0;
    return rate == 0 ? reader : new PacedReader(reader, rate);
  }

  @Override
  public SinkWriter<Object> openWriter(EntityId.Sink sink) {
    SinkWriter<Object> writer = plan.sink(sink.sink()).writer().get();
    LongAdder written = watch.sink(sink.sink());
    return new SinkWriter<>() {
      @Override
      public long restore(long committedLength) throws IOException {
        return writer.restore(committedLength);
      }

      @Override
      public long append(List<Object> rows) throws IOException {
        long length = writer.append(rows);
        written.add(rows.size());
        return length;
      }

      @Override
      public void sync() throws IOException {
        writer.sync();
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }
}
