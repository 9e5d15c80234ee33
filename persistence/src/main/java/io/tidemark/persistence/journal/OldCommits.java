package io.tidemark.persistence.journal;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The records of a chain of commits, and which of them are old enough to be deleted. They are kept
 * for more bytes than the two write-ahead logs that LevelDB can have at a time, so that every
 * commit in a log is covered by the chain. Not thread-safe: owned by the {@link Ledger}.
 */
final class OldCommits implements CommitRecords {
  private static final long KEPT_BYTES = 5L * LevelStore.WRITE_BUFFER_BYTES / 2;

  /** How coarsely the bytes of old commits are remembered. */
  private static final int COMMITS_PER_MARKER = 64;

  private final Deque<Marker> markers = new ArrayDeque<>();
  private long oldest;
  private long bytes;

  OldCommits(long oldest) {
    this.oldest = oldest;
  }

  /** The bytes written up to a commit. */
  private record Marker(long commit, long bytes) {}

  /** Lets go of old records two at a time: more than are added, and no commit is slow. */
  @Override
  public void add(Store.Batch batch, Commit before, Commit next, int commitBytes) {
    batch.put(Keys.commit(next.number()), next.encode());
    add(next.number(), commitBytes);
    for (int i = 0; i < 2 && isOneInExcess(); i++) {
      batch.delete(Keys.commit(takeOldest()));
    }
  }

  @Override
  public boolean isAnewAfter(Store.Conflict conflict) {
    return false;
  }

  private void add(long commit, int commitBytes) {
    bytes += commitBytes;
    if (commit % COMMITS_PER_MARKER == 0) {
      markers.addLast(new Marker(commit, bytes));
    }
  }

  private boolean isOneInExcess() {
    while (!markers.isEmpty() && markers.getFirst().commit <= oldest) {
      markers.removeFirst();
    }
    return !markers.isEmpty() && markers.getFirst().bytes + KEPT_BYTES <= bytes;
  }

  /** The oldest commit, which is kept no longer. */
  private long takeOldest() {
    return oldest++;
  }
}
