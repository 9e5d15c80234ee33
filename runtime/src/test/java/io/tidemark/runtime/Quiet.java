package io.tidemark.runtime;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.runtime.entity.EntityFactory;

/** An entity that remembers, writes and does nothing, for tests to build on. */
public abstract class Quiet implements Entity {
  /** A factory of entities that neither read nor write. */
  public interface Factory extends EntityFactory {
    @Override
    default PartitionReader openReader(EntityId.Partition partition) {
      throw new UnsupportedOperationException();
    }

    @Override
    default SinkWriter<Object> openWriter(EntityId.Sink sink) {
      throw new UnsupportedOperationException();
    }
  }

  @Override
  public void restore(byte[] snapshot) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void replay(Event event) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Step start(long nowMicros) {
    return new Step();
  }

  @Override
  public Step receive(long nowMicros, Message message) {
    return new Step();
  }

  @Override
  public Step tick(long nowMicros) {
    return new Step();
  }

  @Override
  public Step persisted(long nowMicros) {
    return new Step();
  }

  @Override
  public boolean snapshotDue() {
    return false;
  }

  @Override
  public byte[] snapshot() {
    throw new UnsupportedOperationException();
  }
}
