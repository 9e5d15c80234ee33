package io.tidemark.persistence.journal;

import static io.tidemark.persistence.journal.Script.append;
import static io.tidemark.persistence.journal.Script.fenced;
import static io.tidemark.persistence.journal.Script.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.persistence.journal.FenceRule.Fence;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.concurrent.Future;

/** Several ledgers on one store. */
final class SharedLedgerTest {
  private static final Damage DAMAGE = new Damage("here", () -> "");

  private final Store store = new MemoryStore(true);
  private final Ledger a = open();
  private final Ledger b = open();

  private Ledger open() {
    return Ledger.shared(
        store, DAMAGE, Writers.verify(store, DAMAGE).history(), JournalSettings.defaults());
  }

  private static Fence raise(long fence) {
    return new Fence("p", fence, true);
  }

  private static Fence hold(long fence) {
    return new Fence("p", fence, false);
  }

  @Test
  void changesNothingByACommitThatMeetsAnothersAndDecidesAnew() {
    a.append(append("e", 1, "x"));
    b.append(append("e", 1, "y"));
    b.append(append("other", 1, "z"));
    a.commit(true);
    assertThatThrownBy(() -> b.commit(true))
        .isInstanceOfSatisfying(Store.Conflict.class, b::forget)
        .hasMessageContaining("keys=[h e]");
    assertThat(b.pendingBytes()).isZero();
    assertThat(b.head("other").highest()).isZero();
    assertThatThrownBy(() -> b.append(append("e", 1, "y")))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("entity=e, expected=2, actual=1");
    b.append(append("other", 1, "z"));
    b.commit(true);
    Writers.verify(store, DAMAGE);
  }

  @Test
  void refusesNothingOnTheStrengthOfWhatItRemembers() {
    a.append(append("e", 1, "x"));
    a.commit(true);
    b.append(append("e", 2, "y"));
    b.commit(true);
    a.append(append("e", 3, "z"));
    a.commit(true);
    assertThat(b.head("e").highest()).isEqualTo(3);
    b.saveSnapshot("e", 3, 0, snapshot("xyz"), false);
    b.commit(true);
    assertThat(a.head("e").snapshots()).hasSize(1);
    Writers.verify(store, DAMAGE);
  }

  @Test
  void checksAFenceThatItRemembersInTheCommit() {
    a.append(fenced("p", 1, List.of(raise(1)), "f"));
    a.append(fenced("key", 1, List.of(hold(1)), "x"));
    a.commit(true);
    a.append(fenced("key", 2, List.of(hold(1)), "stale"));
    b.append(fenced("p", 2, List.of(raise(2)), "f"));
    b.commit(true);
    assertThatThrownBy(() -> a.commit(true))
        .isInstanceOfSatisfying(Store.Conflict.class, a::forget)
        .hasMessageContaining("f p");
    assertThatThrownBy(() -> a.append(fenced("key", 2, List.of(hold(1)), "stale")))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("expected=the fence 2, actual=1");
  }

  @Test
  void letsTheWriterDecideAgainSoThatOnlyTheStaleFail() {
    a.append(append("moved", 1, "x"));
    a.commit(true);
    CommitWriter writer = new CommitWriter(a, new Disk(), JournalSettings.defaults(), "here");
    Future<Void> before = submit(writer, append("before", 1, "x"));
    Future<Void> stale = submit(writer, append("moved", 2, "stale"));
    Future<Void> twice = submit(writer, append("before", 1, "again"));
    Future<Void> after = submit(writer, append("after", 1, "x"));
    Future<Long> asked = writer.submit(Request.question(l -> l.head("moved").highest()));
    b.append(append("moved", 2, "y", "z"));
    b.commit(true);
    writer.start();
    Script.await(before);
    Script.await(after);
    assertThatThrownBy(() -> Script.await(stale))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("entity=moved, expected=4, actual=2");
    assertThatThrownBy(() -> Script.await(twice)).isInstanceOf(JournalException.Refused.class);
    assertThat(Script.await(asked)).isEqualTo(3);
    writer.close();
    Writers.verify(store, DAMAGE);
  }

  private static Future<Void> submit(CommitWriter writer, Append append) {
    return writer.submit(
        Request.action(append.bytes(), ledger -> true, ledger -> ledger.append(append)));
  }

  private static final class Disk implements CommitWriter.Disk {
    @Override
    public void checkRoom(int bytes) {}

    @Override
    public void committed(Commit commit) {}

    @Override
    public void close() {}
  }

  /** Three ledgers write the same few entities, each as it believes them to be. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void addsUpAfterAnyHistoryAndEveryChainHolds(long seed) {
    Random random = new Random(seed);
    List<Ledger> ledgers = List.of(a, b, open());
    int conflicts = 0;
    for (int step = 0; step < 2_000; step++) {
      Ledger ledger = ledgers.get(random.nextInt(3));
      String entity = "e" + random.nextInt(6);
      try {
        long highest = ledger.head(entity).highest();
        switch (random.nextInt(6)) {
          case 0 -> ledger.commit(false);
          case 1 -> {
            if (highest > 0 && ledger.isLinkKnown(entity, highest)) {
              ledger.saveSnapshot(entity, highest, step, snapshot("s" + step), step % 2 == 0);
            }
          }
          case 2 ->
              ledger.append(fenced(entity, highest + 1, List.of(raise(step + 1L)), "f" + step));
          default -> ledger.append(append(entity, highest + 1, "x" + step, "y"));
        }
      } catch (Store.Conflict e) {
        ledger.forget(e);
        conflicts++;
      } catch (JournalException.Refused e) {
        // A snapshot or a fence that another has overtaken.
      }
    }
    assertThat(conflicts).as("seed %d", seed).isPositive();
    Writers.verify(store, DAMAGE);
    for (int e = 0; e < 6; e++) {
      chainHolds("e" + e);
    }
  }

  private void chainHolds(String entity) {
    Head head = open().head(entity);
    long[] link = {head.baseLink()};
    List<Long> numbers = new ArrayList<>();
    store.scan(
        Keys.event(Keys.name(entity), 0),
        Keys.event(Keys.name(entity), Long.MAX_VALUE),
        (key, value) -> {
          assertThat(EventRecord.continues(value, link[0])).isTrue();
          link[0] = EventRecord.link(value);
          numbers.add(Keys.number(key));
          return true;
        });
    assertThat(link[0]).isEqualTo(head.link());
    assertThat(numbers).hasSize((int) (head.highest() - head.base()));
  }
}
