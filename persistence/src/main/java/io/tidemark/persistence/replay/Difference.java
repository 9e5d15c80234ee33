package io.tidemark.persistence.replay;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.source.Offset;
import org.jspecify.annotations.Nullable;

/**
 * Where a replay went another way than the run.
 *
 * @param entity whose
 * @param number of the decision, or how many outputs there were by then
 * @param what it is that differs
 * @param recorded by the run
 * @param replayed now
 * @param records where the records lie that differ; null where no record is to blame
 */
public record Difference(
    EntityId entity,
    long number,
    String what,
    String recorded,
    String replayed,
    @Nullable Records records) {

  /** Records of one partition, from the first to before the end. */
  public record Records(EntityId.Partition partition, Offset first, Offset end) {}
}
