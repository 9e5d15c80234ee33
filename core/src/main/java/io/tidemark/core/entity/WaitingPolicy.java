package io.tidemark.core.entity;

/**
 * What happens where elements of several sources meet, and those of one wait for progress of
 * another. Elements are never dropped for it.
 */
public enum WaitingPolicy {
  /** Each source reads at its own pace. A run in which too many elements wait ends and says so. */
  REFUSE,
  /**
   * Sources that meet keep about one pace, as the partitions of one source do, and a partition that
   * has read its share ahead of the slowest reads no more until that one has come nearer. A source
   * without progress so stops the others, also for those readers that do not need it.
   */
  SLOW
}
