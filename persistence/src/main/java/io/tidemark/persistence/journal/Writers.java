package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import java.util.List;

/**
 * Proves on opening that a shared store has all its heads and fences, as {@link CommitChain} does
 * for a directory.
 *
 * <p>There is no one commit that is the last: each writer keeps, in its own {@link WriterRow} and
 * in the atom of each of its commits, how many heads and fences it has added and by how much it has
 * changed the sum of their checksums. So at any moment the rows of all writers add up to the heads
 * and fences that are there, and no writer waits for another. A head proves its entity's events and
 * snapshots when they are read.
 *
 * <p>It does not prove that the store is the newest: one that is replaced as a whole by an older
 * state of itself adds up as well.
 *
 * @param history bytes of the events that no recovery needs, of all entities
 */
record Writers(long history) {

  /**
   * Looks at all of them as they are at one moment: about two microseconds each.
   *
   * @throws JournalException.Damaged if they do not add up
   */
  static Writers verify(Store store, Damage damage) {
    Sum sum = new Sum(damage);
    try {
      store.scanAtOnce(
          List.of(Keys.all(Keys.WRITER), Keys.all(Keys.FENCE), Keys.all(Keys.HEAD)), sum);
    } catch (Store.StoreFailure e) {
      throw damage.ofCommits("heads and fences cannot be read: found=" + e.getMessage());
    }
    sum.check();
    return new Writers(sum.history);
  }

  private static final class Sum implements Store.Visitor {
    private final Damage damage;
    private long expectedRecords;
    private long expectedDigest;
    private long heads;
    private long fences;
    private long digest;
    private long history;

    Sum(Damage damage) {
      this.damage = damage;
    }

    @Override
    public boolean visit(byte[] key, byte[] value) {
      switch (key[0]) {
        case Keys.WRITER -> addWriter(key, value);
        case Keys.FENCE -> addFence(key, value);
        default -> addHead(key, value);
      }
      return true;
    }

    private void addWriter(byte[] key, byte[] value) {
      Commit commit =
          Commit.decode(value)
              .orElseThrow(
                  () ->
                      damage.ofCommits(
                          "table=writer, writer=%s, found=a record with a wrong checksum"
                              .formatted(Keys.nameIn(key))));
      expectedRecords += commit.records();
      expectedDigest += commit.digest();
    }

    private void addFence(byte[] key, byte[] value) {
      String authority = Keys.nameIn(key);
      if (Fences.decode(authority, value).isEmpty()) {
        throw damage.ofCommits(
            "table=fence, authority=%s, found=a record with a wrong checksum".formatted(authority));
      }
      fences++;
      digest += Fences.checksum(value);
    }

    private void addHead(byte[] key, byte[] value) {
      String entity = Keys.nameIn(key);
      Head head =
          Head.decode(value, Hash64.of(key, 1, key.length, 0))
              .orElseThrow(
                  () ->
                      damage.ofCommits(
                          "table=head, entity=%s, record=head, found=a record with a wrong checksum"
                              .formatted(entity)));
      history += head.history();
      heads++;
      digest += Head.checksum(value);
    }

    void check() {
      if (heads + fences != expectedRecords || digest != expectedDigest) {
        throw damage.ofCommits(
            "tables head and fence do not agree with table writer: expected=%d records of digest %016x, actual=%d (%d heads, %d fences) of %016x"
                .formatted(expectedRecords, expectedDigest, heads + fences, heads, fences, digest));
      }
    }
  }
}
