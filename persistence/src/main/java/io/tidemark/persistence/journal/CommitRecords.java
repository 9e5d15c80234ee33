package io.tidemark.persistence.journal;

/** How a ledger's commits are written down, each in its own atom. */
interface CommitRecords {
  /**
   * Adds the record of a commit.
   *
   * @param before the commit it follows
   * @param bytes of everything else in the commit, about
   */
  void add(Store.Batch batch, Commit before, Commit next, int bytes);

  /** Whether the record before is gone, so that the next commit is the first again. */
  boolean isAnewAfter(Store.Conflict conflict);
}
