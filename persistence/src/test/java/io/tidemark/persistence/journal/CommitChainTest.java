package io.tidemark.persistence.journal;

import static io.tidemark.persistence.journal.Script.append;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Hash64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CommitChainTest {
  private static final Damage DAMAGE = new Damage("/here", () -> "");

  private final Store store = new MemoryStore();
  private Commit last = Commit.NONE;

  @BeforeEach
  void writeTenCommits() {
    Ledger ledger = new Ledger(store, DAMAGE, verify(Commit.NONE), 100);
    for (int n = 1; n <= 10; n++) {
      ledger.append(append("a", n, "x" + n));
      ledger.append(append("b" + n, 1, "y" + n));
      last = ledger.commit(true);
    }
  }

  private CommitChain verify(Commit marked) {
    Optional<Mark.Position> mark =
        marked.number() == 0 ? Optional.empty() : Optional.of(Mark.Position.of(marked));
    return CommitChain.verify(store, mark, DAMAGE);
  }

  private void put(byte[] key, byte[] value) {
    Store.Batch batch = store.batch();
    batch.put(key, value);
    store.write(batch, true);
  }

  private void delete(byte[] key) {
    Store.Batch batch = store.batch();
    batch.delete(key);
    store.write(batch, true);
  }

  @Test
  void findsTheLastCommitWhenAllIsWell() {
    assertThat(verify(last).last()).isEqualTo(last);
    assertThat(verify(last).last().number()).isEqualTo(10);
  }

  @Test
  void namesAHole() {
    delete(Keys.commit(6));
    assertThatThrownBy(() -> verify(last))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("directory=/here, commits 6..6 are missing before commit 7")
        .hasMessageContaining("restore a backup");
  }

  @Test
  void namesWhatIsMissingBelowTheMark() {
    delete(Keys.commit(10));
    delete(Keys.commit(9));
    assertThatThrownBy(() -> verify(last))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("acknowledged commits 9..10 are missing");
  }

  @Test
  void namesACommitThatIsNotTheMarkedOne() {
    Commit other = new Commit(10, 3, last.previous(), last.records(), last.digest());
    put(Keys.commit(10), other.encode());
    assertThatThrownBy(() -> verify(last))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("commit=10 is not the one that file MARK names");
  }

  @Test
  void noticesAHeadThatIsGone() {
    delete(Keys.head(Keys.name("b3")));
    assertThatThrownBy(() -> verify(last))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("heads and fences do not agree with commit 10: expected=11 records");
  }

  @Test
  void noticesAHeadThatIsOlderThanItShouldBe() {
    byte[] name = Keys.name("a");
    long hash = Hash64.of(name, 0);
    put(Keys.head(name), new Head(9, 1, 0, hash, List.of()).encode(hash));
    assertThatThrownBy(() -> verify(last))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("heads and fences do not agree");
  }

  @Test
  void noticesAHeadThatBelongsToAnother() {
    put(Keys.head(Keys.name("b2")), requireNonNull(store.read(Keys.head(Keys.name("b1")))));
    assertThatThrownBy(() -> verify(last))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("entity=b2, record=head");
  }

  @Test
  void takesACommitBeyondTheMarkAsWritten() {
    Commit ninth = Commit.decode(requireNonNull(store.read(Keys.commit(9)))).orElseThrow();
    assertThat(verify(ninth).last()).isEqualTo(last);
  }
}
