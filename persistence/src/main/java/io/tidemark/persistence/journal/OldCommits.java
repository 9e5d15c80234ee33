package io.tidemark.persistence.journal;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Which commit records are old enough to be deleted. They are kept for more bytes than the two
 * write-ahead logs that LevelDB can have at a time, so that every commit in a log is covered by the
 * chain. Not thread-safe: owned by the {@link Ledger}.
 */
final class OldCommits {
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

  void add(long commit, int commitBytes) {
    bytes += commitBytes;
    if (commit % COMMITS_PER_MARKER == 0) {
      markers.addLast(new Marker(commit, bytes));
    }
  }

  boolean isOneInExcess() {
    while (!markers.isEmpty() && markers.getFirst().commit <= oldest) {
      markers.removeFirst();
    }
    return !markers.isEmpty() && markers.getFirst().bytes + KEPT_BYTES <= bytes;
  }

  /** The oldest commit, which is kept no longer. */
  long takeOldest() {
    return oldest++;
  }
}
