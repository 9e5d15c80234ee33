package io.tidemark.persistence.event;

import io.tidemark.persistence.journal.HistoryRule;

/** What partitions decided stays: from it and the records of the sources all else follows. */
public final class PartitionHistory implements HistoryRule {
  /** Made by the snapshot store. */
  public PartitionHistory() {}

  @Override
  public boolean keeps(String persistenceId) {
    return persistenceId.startsWith("partition/", persistenceId.indexOf('/') + 1);
  }
}
