package io.tidemark.persistence.journal;

import static io.tidemark.persistence.journal.Script.append;
import static io.tidemark.persistence.journal.Script.fenced;
import static io.tidemark.persistence.journal.Script.snapshot;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.persistence.journal.FenceRule.Fence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LedgerTest {
  private static final Damage DAMAGE = new Damage("here", () -> "");

  private final Store store = new MemoryStore();
  private Ledger ledger = open(100);

  private Ledger open(int cachedHeads) {
    return new Ledger(
        store, DAMAGE, CommitChain.verify(store, Optional.empty(), DAMAGE), cachedHeads);
  }

  private int stored(byte[] from, byte[] to) {
    List<byte[]> keys = new ArrayList<>();
    store.scan(from, to, (key, value) -> keys.add(key));
    return keys.size();
  }

  private int events(String entity) {
    return stored(Keys.event(Keys.name(entity), 0), Keys.event(Keys.name(entity), Long.MAX_VALUE));
  }

  @Test
  void takesEventsInSequence() {
    ledger.append(append("a", 1, "x", "y"));
    ledger.append(append("a", 3, "z"));
    assertThat(ledger.commit(true).number()).isEqualTo(1);
    assertThat(ledger.head("a").highest()).isEqualTo(3);
    assertThat(events("a")).isEqualTo(3);
  }

  @Test
  void refusesTheSecondOfTwoWritersAndNamesTheNumbers() {
    ledger.append(append("a", 1, "x1", "x2", "x3"));
    assertThatThrownBy(() -> ledger.append(append("a", 1, "y1", "y2", "y3")))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("entity=a, expected=4, actual=1");
    ledger.commit(true);
    assertThatThrownBy(() -> ledger.append(append("a", 3, "y3")))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("entity=a, expected=4, actual=3");
    assertThat(ledger.pendingBytes()).isZero();
  }

  @Test
  void keepsNoMoreHeadsThanItsBoundAndReadsTheOthers() {
    ledger = open(2);
    for (int round = 1; round <= 3; round++) {
      for (int entity = 0; entity < 10; entity++) {
        ledger.append(append("e" + entity, round, "x"));
        ledger.commit(false);
      }
    }
    assertThat(ledger.head("e0").highest()).isEqualTo(3);
  }

  @Test
  void keepsTheHeadsOfAnUnfinishedCommitBeyondItsBound() {
    ledger = open(2);
    for (int entity = 0; entity < 10; entity++) {
      ledger.append(append("e" + entity, 1, "x"));
    }
    for (int entity = 0; entity < 10; entity++) {
      ledger.append(append("e" + entity, 2, "y"));
    }
    ledger.commit(false);
    assertThat(open(2).head("e0").highest()).isEqualTo(2);
  }

  @Test
  void doesNotTakeAnEntityForNewThatHasEventsButNoHead() {
    ledger.append(append("a", 1, "x"));
    ledger.commit(true);
    Store.Batch batch = store.batch();
    batch.delete(Keys.head(Keys.name("a")));
    store.write(batch, true);
    Ledger other = new Ledger(store, DAMAGE, new CommitChain(Commit.NONE, 1, new Fences()), 100);
    assertThatThrownBy(() -> other.head("a"))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("entity=a, record=head");
  }

  @Test
  void refusesANameThatWouldRunIntoAnother() {
    assertThatThrownBy(() -> ledger.append(append("a\0b", 1, "x")))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("U+0000");
  }

  @Nested
  class Snapshots {
    @Test
    void keepTwoAndDeleteTheEventsBelowTheFirstOfThem() {
      for (int n = 1; n <= 30; n++) {
        ledger.append(append("a", n, "e" + n));
        if (n % 10 == 0) {
          ledger.saveSnapshot("a", n, n, snapshot("s" + n), false);
        }
        ledger.commit(true);
        assertThat(events("a")).isEqualTo(n == 20 ? 10 : n == 30 ? 10 : n < 20 ? n : n - 10);
      }
      assertThat(ledger.head("a").snapshots())
          .extracting(Head.Snapshot::number)
          .containsExactly(20L, 30L);
      byte[] name = Keys.name("a");
      assertThat(stored(Keys.snapshot(name, 0), Keys.snapshot(name, Long.MAX_VALUE))).isEqualTo(2);
    }

    @Test
    void mayLagBehindTheEvents() {
      ledger.append(append("a", 1, "x", "y", "z"));
      assertThat(ledger.isLinkKnown("a", 2)).isFalse();
      ledger.commit(true);
      assertThat(ledger.isLinkKnown("a", 2)).isTrue();
      ledger.saveSnapshot("a", 2, 0, snapshot("xy"), false);
      ledger.commit(true);
      long link = ledger.head("a").snapshots().get(0).link();
      byte[] event = requireNonNull(store.read(Keys.event(Keys.name("a"), 2)));
      assertThat(link).isEqualTo(EventRecord.link(event));
    }

    @Test
    void areRefusedWhenTheyAreNotOfThePresent() {
      ledger.append(append("a", 1, "x", "y", "z"));
      ledger.saveSnapshot("a", 3, 0, snapshot("xyz"), false);
      ledger.commit(true);
      assertThatThrownBy(() -> ledger.saveSnapshot("a", 4, 0, snapshot("?"), false))
          .isInstanceOf(JournalException.Refused.class)
          .hasMessageContaining("entity=a, snapshot=4, events=1..3");
      assertThatThrownBy(() -> ledger.saveSnapshot("a", 2, 0, snapshot("?"), false))
          .isInstanceOf(JournalException.Refused.class)
          .hasMessageContaining("newest snapshot=3");
      assertThat(ledger.pendingBytes()).isZero();
    }

    @Test
    void areNotDeletedWhenNothingElseCanBeRecoveredFrom() {
      for (int n = 1; n <= 2; n++) {
        ledger.append(append("a", n, "e"));
        ledger.saveSnapshot("a", n, 0, snapshot("s"), false);
      }
      ledger.commit(true);
      ledger.deleteSnapshots("a", s -> s.number() == 1);
      assertThatThrownBy(() -> ledger.deleteSnapshots("a", s -> true))
          .isInstanceOf(JournalException.Refused.class)
          .hasMessageContaining("entity=a, snapshot=2");
    }
  }

  @Test
  void keepsTheNumberOfTheLastEventWhenEventsAreDeleted() {
    ledger.append(append("a", 1, "x", "y", "z"));
    ledger.commit(true);
    ledger.deleteEvents("a", 2);
    ledger.commit(true);
    assertThat(events("a")).isEqualTo(1);
    ledger.deleteEvents("a", Long.MAX_VALUE);
    ledger.commit(true);
    assertThat(events("a")).isZero();
    ledger.append(append("a", 4, "zz"));
    ledger.commit(true);
    assertThat(open(100).head("a").highest()).isEqualTo(4);
  }

  @Nested
  class AFencedWrite {
    private Fence raise(long fence) {
      return new Fence("p", fence, true);
    }

    private Fence hold(long fence) {
      return new Fence("p", fence, false);
    }

    @Test
    void isRefusedOnceANewerFenceIsRaisedInTheSameCommit() {
      ledger.append(fenced("owner", 1, List.of(raise(1)), "f1"));
      ledger.append(fenced("key", 1, List.of(hold(1)), "x"));
      ledger.append(fenced("owner", 2, List.of(raise(2)), "f2"));
      assertThatThrownBy(() -> ledger.append(fenced("key", 2, List.of(hold(1)), "stale")))
          .isInstanceOf(JournalException.Refused.class)
          .hasMessageContaining("entity=key, authority=p, expected=the fence 2, actual=1");
      ledger.append(fenced("key", 2, List.of(hold(2)), "y"));
      ledger.commit(true);
      assertThat(ledger.head("key").highest()).isEqualTo(2);
    }

    @Test
    void isRefusedByAFenceFromBeforeTheOpening() {
      ledger.append(fenced("owner", 1, List.of(raise(7)), "f"));
      ledger.commit(true);
      ledger = open(100);
      assertThatThrownBy(() -> ledger.append(fenced("key", 1, List.of(hold(6)), "stale")))
          .isInstanceOf(JournalException.Refused.class);
      assertThatThrownBy(() -> ledger.append(fenced("owner", 2, List.of(raise(7)), "again")))
          .isInstanceOf(JournalException.Refused.class)
          .hasMessageContaining("expected=a fence above 7, actual=7");
      ledger.append(fenced("owner", 2, List.of(raise(8), hold(8)), "f", "x"));
      ledger.commit(true);
      assertThat(ledger.head("owner").highest()).isEqualTo(3);
    }

    @Test
    void isRefusedUnderAFenceThatNobodyRaised() {
      assertThatThrownBy(() -> ledger.append(fenced("key", 1, List.of(hold(1)), "x")))
          .isInstanceOf(JournalException.Refused.class)
          .hasMessageContaining("expected=the fence (none yet), actual=1");
    }

    @Test
    void leavesNothingBehindWhenItsLastClaimIsRefused() {
      List<Fence> claims = List.of(raise(5), hold(4));
      assertThatThrownBy(() -> ledger.append(fenced("owner", 1, claims, "a", "b")))
          .isInstanceOf(JournalException.Refused.class);
      assertThat(ledger.pendingBytes()).isZero();
      ledger.append(fenced("owner", 1, List.of(raise(1)), "a"));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void agreesWithItsOwnDigestAfterAnyHistory(long seed) {
    Random random = new Random(seed);
    ledger = open(3);
    for (int step = 0; step < 500; step++) {
      String entity = "e" + random.nextInt(8);
      long highest = ledger.head(entity).highest();
      switch (random.nextInt(6)) {
        case 0 -> ledger.commit(false);
        case 1 -> {
          if (highest > 0) {
            ledger.saveSnapshot(entity, highest, step, snapshot("s" + step), false);
          }
        }
        case 2 -> {
          Fence fence = new Fence("p" + random.nextInt(2), step + 1L, true);
          ledger.append(fenced(entity, highest + 1, List.of(fence), "f"));
        }
        default -> ledger.append(append(entity, highest + 1, "x" + step, "y"));
      }
    }
    Commit last = ledger.commit(false);
    CommitChain chain = CommitChain.verify(store, Optional.of(Mark.Position.of(last)), DAMAGE);
    assertThat(chain.last()).isEqualTo(last);
  }

  @Test
  void letsGoOfOldCommitsAndStillOpens() {
    String large = "x".repeat(1 << 20);
    for (int n = 1; n <= 300; n++) {
      ledger.append(append("a", n, large));
      ledger.commit(false);
      if (n % 10 == 0) {
        ledger.saveSnapshot("a", n, 0, snapshot("s"), false);
      }
    }
    Commit last = ledger.commit(false);
    CommitChain chain = CommitChain.verify(store, Optional.of(Mark.Position.of(last)), DAMAGE);
    assertThat(chain.oldest()).isBetween(last.number() - 240, last.number() - 40);
  }

  @Nested
  final class WithAHistory {
    private void append(long from, int events, String entity) {
      for (long n = from; n < from + events; n++) {
        ledger.append(Script.append(entity, n, "event " + n));
        ledger.commit(false);
      }
    }

    private void snapshot(String entity, long number) {
      ledger.saveSnapshot(entity, number, 0, Script.snapshot("s" + number), true);
      ledger.commit(false);
    }

    private Ledger bounded(long bytes) {
      CommitChain chain = CommitChain.verify(store, Optional.empty(), DAMAGE);
      return new Ledger(store, DAMAGE, chain, JournalSettings.defaults().withHistory(bytes));
    }

    private long bytes(String entity, long first, long last) {
      long[] bytes = new long[1];
      store.scan(
          Keys.event(Keys.name(entity), first),
          Keys.event(Keys.name(entity), last + 1),
          (key, value) -> {
            bytes[0] += value.length;
            return true;
          });
      return bytes[0];
    }

    @Test
    void keepsEventsBelowSnapshotsAndKnowsTheirSizeWhenItIsOpenedAgain() {
      append(1, 30, "a");
      snapshot("a", 10);
      assertThat(ledger.head("a").history()).isZero();
      snapshot("a", 20);
      assertThat(ledger.head("a").history()).isEqualTo(bytes("a", 1, 10));
      snapshot("a", 30);

      assertThat(events("a")).isEqualTo(30);
      assertThat(ledger.head("a").base()).isZero();
      assertThat(ledger.head("a").history()).isEqualTo(bytes("a", 1, 20));
      ledger = open(100);
      assertThat(ledger.head("a").history()).isEqualTo(bytes("a", 1, 20));
      assertThat(CommitChain.verify(store, Optional.empty(), DAMAGE).history())
          .isEqualTo(bytes("a", 1, 20));
    }

    @Test
    void letsTheOldestGoBeyondItsBoundButNothingThatARecoveryNeeds() {
      append(1, 12, "a");
      snapshot("a", 10);
      snapshot("a", 12);
      long ofA = bytes("a", 1, 10);
      ledger = bounded(ofA + 40);
      append(1, 40, "b");
      for (int n = 10; n <= 40; n += 10) {
        snapshot("b", n);
        long kept = ledger.head("a").history() + ledger.head("b").history();
        assertThat(kept).isLessThanOrEqualTo(ofA + 40);
      }

      assertThat(ledger.head("a").history()).as("who adds gives way").isEqualTo(ofA);
      long base = ledger.head("b").base();
      assertThat(base).isBetween(27L, 30L);
      assertThat(ledger.head("b").history()).isEqualTo(bytes("b", base + 1, 30));
      assertThat(events("b")).isEqualTo(40 - (int) base);
      byte[] first = requireNonNull(store.read(Keys.event(Keys.name("b"), base + 1)));
      assertThat(EventRecord.continues(first, ledger.head("b").baseLink())).isTrue();
    }

    @Test
    void keepsNothingWhereNoHistoryIsWanted() {
      ledger = bounded(0);
      append(1, 30, "a");
      snapshot("a", 10);
      snapshot("a", 20);
      snapshot("a", 30);

      assertThat(ledger.head("a").base()).isEqualTo(20);
      assertThat(events("a")).isEqualTo(10);
      assertThat(ledger.head("a").history()).isZero();
    }
  }
}
