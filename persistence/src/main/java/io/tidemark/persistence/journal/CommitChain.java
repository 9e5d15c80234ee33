package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import java.util.Optional;

/**
 * Judges, when a directory is opened, whether everything acknowledged is there.
 *
 * <p>Why: LevelDB opened without paranoid checks skips what it cannot read and says nothing; with
 * them it refuses honest crashes. So the journal proves its own completeness:
 *
 * <ol>
 *   <li>Every group commit carries a {@link Commit} record with its number and the hash of the one
 *       before. The records that are kept must follow each other without a gap: a hole is a log
 *       record that was skipped.
 *   <li>The {@link Mark}, a file of its own, knows the last commit that was acknowledged. The chain
 *       must contain it: a chain that ends below it has lost acknowledged commits.
 *   <li>Each commit carries the number and the digest of all heads and fences after it. Their sum
 *       over the store must agree with the last commit: a table that is gone, cut or replaced shows
 *       in the heads it held.
 *   <li>A head proves its entity's events and snapshots when they are read ({@link Head}).
 * </ol>
 *
 * <p>So the mark proves the last commit, this one the heads, these the rest. What lies beyond the
 * mark was never acknowledged; an unfinished piece of it is dropped by LevelDB.
 *
 * <p>Cost: one scan of the kept commits and of all heads, about two microseconds each. Rejected: a
 * hash over all events on opening (reads the whole journal); LevelDB's paranoid checks (6 of 25
 * kills with batches of 1 MB were refused). The digest is an additive multiset hash, after Bellare
 * and Micciancio, "A New Paradigm for Collision-Free Hashing" (1997), without its cryptography.
 *
 * @param last the last commit
 * @param oldest the number of the oldest commit kept, 1 if there is none
 * @param fences as stored
 * @param history bytes of the events that no recovery needs, of all entities
 */
record CommitChain(Commit last, long oldest, Fences fences, long history) {
  /** One without a history. */
  CommitChain(Commit last, long oldest, Fences fences) {
    this(last, oldest, fences, 0);
  }

  static CommitChain verify(Store store, Optional<Mark.Position> mark, Damage damage) {
    try {
      Reader reader = new Reader(mark, damage);
      store.scan(Keys.firstCommit(), Keys.afterCommits(), reader);
      reader.checkMark();
      Fences fences = new Fences();
      fences.load(store, damage);
      Sum sum = new Sum(damage);
      store.scan(Keys.firstFence(), Keys.afterFences(), sum::addFence);
      store.scan(Keys.firstHead(), Keys.afterHeads(), sum::addHead);
      sum.check(reader.last);
      return new CommitChain(reader.last, reader.oldest, fences, sum.history);
    } catch (Store.StoreFailure e) {
      throw damage.ofCommits("the chain of commits cannot be read: found=" + e.getMessage());
    }
  }

  /** Follows the chain from the oldest commit that is kept. */
  private static final class Reader implements Store.Visitor {
    private final Optional<Mark.Position> mark;
    private final Damage damage;
    private Commit last = Commit.NONE;
    private long oldest = 1;
    private boolean markSeen;

    Reader(Optional<Mark.Position> mark, Damage damage) {
      this.mark = mark;
      this.damage = damage;
    }

    @Override
    public boolean visit(byte[] key, byte[] value) {
      long number = Keys.number(key);
      Commit commit =
          Commit.decode(value)
              .filter(c -> c.number() == number)
              .orElseThrow(() -> damage.ofCommits("commit=" + number + " is unreadable"));
      if (last.number() == 0) {
        oldest = number;
      } else {
        checkFollows(commit);
      }
      mark.filter(m -> m.commit() == number).ifPresent(m -> checkMarked(m, commit));
      last = commit;
      return true;
    }

    private void checkFollows(Commit commit) {
      if (commit.number() != last.number() + 1) {
        throw damage.ofCommits(
            "commits %d..%d are missing before commit %d"
                .formatted(last.number() + 1, commit.number() - 1, commit.number()));
      }
      if (commit.previous() != last.hash()) {
        throw damage.ofCommits(
            "commit=%d does not continue commit %d".formatted(commit.number(), last.number()));
      }
    }

    private void checkMarked(Mark.Position position, Commit commit) {
      if (position.hash() != commit.hash()) {
        throw damage.ofCommits(
            "commit=%d is not the one that file MARK names".formatted(commit.number()));
      }
      markSeen = true;
    }

    void checkMark() {
      long marked = mark.map(Mark.Position::commit).orElse(0L);
      if (last.number() < marked) {
        throw damage.ofCommits(
            "acknowledged commits %d..%d are missing: the last one found is %d, file MARK names %d"
                .formatted(last.number() + 1, marked, last.number(), marked));
      }
      // A mark that lags may name a commit that is trimmed already; then the chain lies beyond it.
      if (marked > 0 && !markSeen && marked >= oldest) {
        throw damage.ofCommits("commit=%d, named by file MARK, is missing".formatted(marked));
      }
    }
  }

  /** Adds up the checksums of all heads and fences. */
  private static final class Sum {
    private final Damage damage;
    private long records;
    private long digest;
    private long history;

    Sum(Damage damage) {
      this.damage = damage;
    }

    boolean addFence(byte[] key, byte[] value) {
      records++;
      digest += Fences.checksum(value);
      return true;
    }

    boolean addHead(byte[] key, byte[] value) {
      String entity = Keys.nameIn(key);
      Head head =
          Head.decode(value, Hash64.of(key, 1, key.length, 0))
              .orElseThrow(() -> damage.ofHead(entity, "a record with a wrong checksum"));
      history += head.history();
      records++;
      digest += Head.checksum(value);
      return true;
    }

    void check(Commit last) {
      if (records != last.records() || digest != last.digest()) {
        throw damage.ofCommits(
            "heads and fences do not agree with commit %d: expected=%d records of digest %016x, actual=%d of %016x"
                .formatted(last.number(), last.records(), last.digest(), records, digest));
      }
    }
  }
}
