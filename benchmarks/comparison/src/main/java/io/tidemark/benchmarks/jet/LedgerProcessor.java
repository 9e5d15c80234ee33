package io.tidemark.benchmarks.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import io.tidemark.benchmarks.job.Digest;
import io.tidemark.benchmarks.job.Digester;
import io.tidemark.benchmarks.ledger.Ledger;

/**
 * Commits results in two phases: the rows since the last snapshot are one transaction, prepared
 * with the snapshot, committed when it is complete, and committed again after a restart from it.
 */
final class LedgerProcessor extends AbstractProcessor {
  private final String ledgerName;
  private final long afterMillis;
  private final Digester digester = new Digester();
  private Digest prepared = Digest.EMPTY;
  private boolean awaitsCommit;
  private int index;
  private long transaction;

  /**
   * Makes one.
   *
   * @param afterMillis how much later windows end than the job's
   */
  LedgerProcessor(String ledgerName, long afterMillis) {
    this.afterMillis = afterMillis;
    this.ledgerName = ledgerName;
  }

  @Override
  protected void init(Context context) {
    index = context.globalProcessorIndex();
  }

  @Override
  protected boolean tryProcess(int ordinal, Object item) {
    KeyedWindowResult<?, ?> result = (KeyedWindowResult<?, ?>) item;
    digester.add((result.end() - afterMillis) * 1_000, (Long) result.key(), (Long) result.result());
    return true;
  }

  @Override
  public boolean snapshotCommitPrepare() {
    // Adds nothing when called again, and the rows of a snapshot that failed go with the next.
    prepared = prepared.plus(digester.take());
    if (!tryEmitToSnapshot(
        BroadcastKey.broadcastKey(index),
        new long[] {transaction, prepared.rows(), prepared.sum()})) {
      return false;
    }
    awaitsCommit = true;
    return true;
  }

  @Override
  public boolean snapshotCommitFinish(boolean success) {
    if (success && awaitsCommit) {
      commit(prepared);
      prepared = Digest.EMPTY;
    }
    awaitsCommit = false;
    return true;
  }

  @Override
  protected void restoreFromSnapshot(Object key, Object value) {
    if (((BroadcastKey<?>) key).key().equals(index)) {
      long[] saved = (long[]) value;
      transaction = saved[0];
      commit(new Digest(saved[1], saved[2]));
    }
  }

  @Override
  public boolean complete() {
    if (awaitsCommit) {
      return false;
    }
    commit(prepared.plus(digester.take()));
    return true;
  }

  private void commit(Digest rows) {
    Ledger.named(ledgerName).commit(index + "-" + transaction, rows);
    transaction++;
  }
}
