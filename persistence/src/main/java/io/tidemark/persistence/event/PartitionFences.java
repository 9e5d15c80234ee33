package io.tidemark.persistence.event;

import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.substream.SubstreamEvent;
import io.tidemark.persistence.journal.FenceRule;
import java.util.Optional;

/**
 * A substream lives inside an incarnation of its partition: its writes stand under the fence that
 * the incarnation took at its start, and are refused once a newer one is written.
 */
public final class PartitionFences implements FenceRule {
  /** Made by the journal. */
  public PartitionFences() {}

  @Override
  public Optional<Fence> fenceOf(String persistenceId, Object payload) {
    int slash = persistenceId.indexOf('/');
    if (payload instanceof SubstreamEvent.Advanced advanced) {
      String pipeline = persistenceId.substring(0, slash + 1);
      return Optional.of(
          new Fence(pipeline + advanced.partition().name(), advanced.fence(), false));
    }
    boolean fencing = payload instanceof Event.GenerationTaken taken && taken.fence();
    if (fencing
        && EntityId.parse(persistenceId.substring(slash + 1)) instanceof EntityId.Partition) {
      return Optional.of(
          new Fence(persistenceId, ((Event.GenerationTaken) payload).generation(), true));
    }
    return Optional.empty();
  }
}
