package io.tidemark.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import scala.concurrent.Future;

final class CommitWriterTest {
  private static final Damage DAMAGE = new Damage("here", () -> "");

  private final MemoryStore store = new MemoryStore();
  private final HeldDisk disk = new HeldDisk();

  /** A disk whose first commit waits until it is let go, so that a queue builds up behind it. */
  private static final class HeldDisk implements CommitWriter.Disk {
    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch letGo = new CountDownLatch(1);
    final List<Commit> commits = new ArrayList<>();
    volatile boolean full;

    @Override
    public void checkRoom(int bytes) {
      if (full) {
        throw new JournalException.Failed("disk is nearly full: directory=here, free=1, reserve=2");
      }
    }

    @Override
    public void committed(Commit commit) throws IOException {
      commits.add(commit);
      reached.countDown();
      try {
        letGo.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void close() {}
  }

  private CommitWriter start(JournalSettings settings) {
    CommitChain chain = CommitChain.verify(store, Optional.empty(), DAMAGE);
    Ledger ledger = new Ledger(store, DAMAGE, chain, 100);
    CommitWriter writer = new CommitWriter(ledger, disk, settings, "here");
    writer.start();
    return writer;
  }

  private static Future<Void> append(CommitWriter writer, String entity, long first, String text) {
    Append append = Script.append(entity, first, text);
    return writer.submit(
        Request.action(append.bytes(), ledger -> true, ledger -> ledger.append(append)));
  }

  @Test
  void writesEverythingThatGatheredDuringACommitInTheNext() throws InterruptedException {
    CommitWriter writer = start(JournalSettings.defaults());
    append(writer, "first", 1, "x");
    disk.reached.await();
    List<Future<Void>> gathered = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      gathered.add(append(writer, "e" + i, 1, "x"));
    }
    disk.letGo.countDown();
    gathered.forEach(Script::await);
    writer.close();
    assertThat(disk.commits).extracting(Commit::changes).containsExactly(1, 100);
  }

  @Test
  void answersAQuestionAfterTheWritesBeforeIt() throws InterruptedException {
    CommitWriter writer = start(JournalSettings.defaults());
    Future<Void> write = append(writer, "a", 1, "x");
    disk.reached.await();
    Future<Long> highest = writer.submit(Request.question(ledger -> ledger.head("a").highest()));
    assertThat(write.isCompleted()).isFalse();
    assertThat(highest.isCompleted()).isFalse();
    disk.letGo.countDown();
    assertThat(Script.await(highest)).isEqualTo(1);
    writer.close();
  }

  @Test
  void failsAWriteBeyondTheBoundOfTheQueueAndNamesIt() throws InterruptedException {
    CommitWriter writer = start(JournalSettings.defaults().withQueue(3, 1 << 20));
    append(writer, "a", 1, "x");
    disk.reached.await();
    append(writer, "b", 1, "x");
    append(writer, "c", 1, "x");
    Future<Void> beyond = append(writer, "d", 1, "x");
    assertThatThrownBy(() -> Script.await(beyond))
        .isInstanceOf(JournalException.Overrun.class)
        .hasMessageContaining("journal.queue=3 writes");
    disk.letGo.countDown();
    writer.close();
    assertThat(disk.commits).hasSize(2);
  }

  @Test
  void failsAWriteBeyondTheBytesOfTheQueueAndTakesALargeOneAlone() throws InterruptedException {
    CommitWriter writer = start(JournalSettings.defaults().withQueue(100, 1000));
    Future<Void> large = append(writer, "a", 1, "x".repeat(5000));
    disk.reached.await();
    Future<Void> beyond = append(writer, "b", 1, "x");
    assertThatThrownBy(() -> Script.await(beyond))
        .isInstanceOf(JournalException.Overrun.class)
        .hasMessageContaining("journal.queue-bytes=1000");
    disk.letGo.countDown();
    Script.await(large);
    writer.close();
  }

  @Test
  void splitsWhatGatheredByTheBytesOfACommit() throws InterruptedException {
    CommitWriter writer = start(JournalSettings.defaults().withCommitBytes(10_000));
    append(writer, "first", 1, "x");
    disk.reached.await();
    for (int i = 0; i < 10; i++) {
      append(writer, "e" + i, 1, "x".repeat(4000));
    }
    disk.letGo.countDown();
    writer.close();
    assertThat(disk.commits).extracting(Commit::changes).containsExactly(1, 2, 2, 2, 2, 2);
  }

  @Test
  void failsEverythingInTheSameWordsOnceTheDiskIsFull() {
    disk.letGo.countDown();
    CommitWriter writer = start(JournalSettings.defaults());
    Script.await(append(writer, "a", 1, "x"));
    disk.full = true;
    Future<Void> first = append(writer, "a", 2, "y");
    assertThatThrownBy(() -> Script.await(first))
        .isInstanceOf(JournalException.Failed.class)
        .hasMessage("disk is nearly full: directory=here, free=1, reserve=2");
    disk.full = false;
    Future<Void> second = append(writer, "b", 1, "x");
    assertThatThrownBy(() -> Script.await(second))
        .isInstanceOf(JournalException.Failed.class)
        .hasMessage("disk is nearly full: directory=here, free=1, reserve=2");
    writer.close();
    assertThat(CommitChain.verify(store, Optional.empty(), DAMAGE).last().number()).isEqualTo(1);
  }

  @Test
  void survivesARequestThatCannotEvenBeOrdered() throws InterruptedException {
    CommitWriter writer = start(JournalSettings.defaults());
    append(writer, "first", 1, "x");
    disk.reached.await();
    Future<Void> before = append(writer, "a", 1, "x");
    Future<Void> impossible =
        writer.submit(
            Request.action(
                0, ledger -> ledger.isLinkKnown("\0", 1), ledger -> ledger.deleteEvents("\0", 1)));
    disk.letGo.countDown();
    Script.await(before);
    assertThatThrownBy(() -> Script.await(impossible)).isInstanceOf(JournalException.Refused.class);
    Script.await(append(writer, "a", 2, "y"));
    writer.close();
  }

  @Test
  void refusesAStaleWriterAloneAndWritesTheOthersOfTheSameCommit() throws InterruptedException {
    CommitWriter writer = start(JournalSettings.defaults());
    append(writer, "first", 1, "x");
    disk.reached.await();
    Future<Void> good = append(writer, "a", 1, "x");
    Future<Void> stale = append(writer, "a", 1, "y");
    Future<Void> other = append(writer, "b", 1, "x");
    disk.letGo.countDown();
    Script.await(good);
    Script.await(other);
    assertThatThrownBy(() -> Script.await(stale)).isInstanceOf(JournalException.Refused.class);
    writer.close();
  }
}
