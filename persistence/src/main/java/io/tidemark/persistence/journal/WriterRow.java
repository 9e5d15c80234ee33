package io.tidemark.persistence.journal;

import java.util.Arrays;
import java.util.UUID;

/**
 * The one record that a writer of a shared store replaces with each commit: its own commits, and
 * what they have added to the number and the digest of heads and fences. No two writers have one in
 * common, so that their commits need not wait for each other. Not thread-safe: owned by the {@link
 * Ledger}.
 */
final class WriterRow implements CommitRecords {
  private byte[] key = newKey();

  private static byte[] newKey() {
    return Keys.writer("pid " + ProcessHandle.current().pid() + " " + UUID.randomUUID());
  }

  @Override
  public void add(Store.Batch batch, Commit before, Commit next, int bytes) {
    batch.replace(key, before.number() == 0 ? null : before.encode(), next.encode());
  }

  /** A row that was long unused is added to another; then this writer begins a new one. */
  @Override
  public boolean isAnewAfter(Store.Conflict conflict) {
    boolean gone = conflict.keys().stream().anyMatch(other -> Arrays.equals(other, key));
    if (gone) {
      key = newKey();
    }
    return gone;
  }
}
