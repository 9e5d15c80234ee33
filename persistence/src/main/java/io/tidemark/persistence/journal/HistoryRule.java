package io.tidemark.persistence.journal;

/** Says whose events stay when a snapshot has made them needless, for a replay to read. */
@FunctionalInterface
public interface HistoryRule {
  /** Whether the entity's events stay, as long as the history has room. */
  boolean keeps(String persistenceId);
}
