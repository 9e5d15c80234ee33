package io.tidemark.persistence.journal;

import static io.tidemark.persistence.journal.Script.append;
import static io.tidemark.persistence.journal.Script.fenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.persistence.journal.FenceRule.Fence;
import io.tidemark.testkit.PostgresServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.concurrent.Future;

/** Two nodes on one database. */
final class PostgresJournalTest {
  private static PostgresServer server;

  private SharedJournal shared;
  private Journal a;
  private Journal b;

  @BeforeAll
  static void startServer() {
    server = PostgresServer.start("fsync = off");
  }

  @AfterAll
  static void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void open(TestInfo test) {
    int name = test.getDisplayName().hashCode() & 0xffffff;
    shared = SharedJournal.on(server, "t" + name + "_" + System.nanoTime());
    a = shared.open();
    b = shared.open();
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
  }

  private static Fence raise(long fence) {
    return new Fence("p/partition", fence, true);
  }

  private static Fence hold(long fence) {
    return new Fence("p/partition", fence, false);
  }

  private void reopens() {
    shared.open().close();
  }

  @Test
  void readsBackWhatItWrote() {
    Script script = new Script(a);
    script.write("p/one", 1, "x", "y", "z");
    script.write("p/ä'\\{\"", 1, "quoted");
    script.write("p/large", 1, "l".repeat(3_000_000));
    script.saveSnapshot("p/one", 3, "xyz");
    assertThat(script.recover("p/one")).containsExactly("snapshot xyz");
    script.write("p/one", 4, "u");
    script.saveSnapshot("p/one", 4, "xyzu");
    script.saveSnapshot("p/one", 4, "again");
    assertThat(new Script(b).recover("p/one")).containsExactly("snapshot again");
    assertThat(new Script(b).replay("p/one", 4)).containsExactly("u");
    assertThat(new Script(b).recover("p/ä'\\{\"")).containsExactly("quoted");
    assertThat(new Script(b).recover("p/large")).hasSize(1);
    assertThat(JournalContents.of(b).names()).containsExactly("p/large", "p/one", "p/ä'\\{\"");
    reopens();
  }

  @Test
  void refusesAStaleOwnerInADatabaseWhileOthersOfItsCommitGoThrough() {
    Script old = new Script(a);
    Script next = new Script(b);
    old.write("p/moved", 1, "a1");
    next.write("p/moved", 2, "b2");
    // One commit: what gathers while the writer waits for the lock of the entity.
    List<Future<Void>> good = new ArrayList<>();
    Future<Void> stale;
    try (HeldHead lock = new HeldHead(shared, "p/moved")) {
      old.submit(append("p/before", 1, "x"));
      stale = old.submit(append("p/moved", 2, "a2"));
      for (int i = 0; i < 50; i++) {
        good.add(old.submit(append("p/other" + i, 1, "x")));
      }
      lock.end();
    }
    good.forEach(Script::await);
    assertThatThrownBy(() -> Script.await(stale))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("entity=p/moved, expected=3, actual=2");
    assertThat(next.recover("p/moved")).containsExactly("a1", "b2");
    reopens();
  }

  @Test
  void takesAnEntityBackThatHasBeenElsewhere() {
    Script first = new Script(a);
    Script second = new Script(b);
    first.write("p/e", 1, "a1");
    second.write("p/e", 2, "b2", "b3");
    second.saveSnapshot("p/e", 3, "sum");
    assertThat(first.highest("p/e")).isEqualTo(3);
    assertThat(first.recover("p/e")).containsExactly("snapshot sum");
    first.write("p/e", 4, "a4");
    assertThat(second.highest("p/e")).isEqualTo(4);
    second.write("p/e", 5, "b5");
    // Without asking: the head in memory is stale, and only a look into the database tells.
    first.write("p/e", 6, "a6");
    assertThat(second.recover("p/e")).containsExactly("snapshot sum", "a4", "b5", "a6");
    assertThatThrownBy(() -> second.saveSnapshot("p/e", 2, "old"))
        .isInstanceOf(JournalException.Refused.class);
    reopens();
  }

  @Test
  void refusesASubstreamOnceItsFenceIsRaisedElsewhere() {
    Script old = new Script(a);
    Script next = new Script(b);
    Script.await(old.submit(fenced("p/partition", 1, List.of(raise(1)), "f1")));
    Script.await(old.submit(fenced("p/key", 1, List.of(hold(1)), "x")));
    Script.await(next.submit(fenced("p/partition", 2, List.of(raise(2)), "f2")));
    assertThatThrownBy(
            () -> Script.await(old.submit(fenced("p/key", 2, List.of(hold(1)), "stale"))))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining(
            "entity=p/key, authority=p/partition, expected=the fence 2, actual=1");
    Script.await(next.submit(fenced("p/key", 2, List.of(hold(2)), "y")));
    assertThatThrownBy(
            () -> Script.await(old.submit(fenced("p/partition", 3, List.of(raise(2)), "again"))))
        .isInstanceOf(JournalException.Refused.class);
    assertThat(next.recover("p/key")).containsExactly("x", "y");
    reopens();
  }

  @Test
  void refusesASubstreamWhoseCommitWaitsForARaiseThatIsNotCommittedYet() throws SQLException {
    Script old = new Script(a);
    Script.await(old.submit(fenced("p/partition", 1, List.of(raise(1)), "f1")));
    Script.await(old.submit(fenced("p/key", 1, List.of(hold(1)), "x")));
    // The raise is held open behind the lock of its head; the fence it has taken already.
    Future<Void> raised;
    Future<Void> stale;
    try (HeldHead head = new HeldHead(shared, "p/partition")) {
      raised = new Script(b).submit(fenced("p/partition", 2, List.of(raise(2)), "f2"));
      head.awaitWaiting(1);
      stale = old.submit(fenced("p/key", 2, List.of(hold(1)), "stale"));
      head.awaitWaiting(2);
      assertThat(stale.isCompleted()).isFalse();
      head.end();
    }
    Script.await(raised);
    assertThatThrownBy(() -> Script.await(stale))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("expected=the fence 2, actual=1");
    reopens();
  }

  @Test
  void letsARaiseWaitForACommitThatReliesOnTheFenceBefore() throws SQLException {
    Script old = new Script(a);
    Script.await(old.submit(fenced("p/partition", 1, List.of(raise(1)), "f1")));
    Script.await(old.submit(fenced("p/key", 1, List.of(hold(1)), "x")));
    Future<Void> held;
    Future<Void> raised;
    try (HeldHead head = new HeldHead(shared, "p/key")) {
      held = old.submit(fenced("p/key", 2, List.of(hold(1)), "in time"));
      head.awaitWaiting(1);
      raised = new Script(b).submit(fenced("p/partition", 2, List.of(raise(2)), "f2"));
      head.awaitWaiting(2);
      assertThat(raised.isCompleted()).isFalse();
      head.end();
    }
    Script.await(held);
    Script.await(raised);
    assertThat(new Script(b).recover("p/key")).containsExactly("x", "in time");
    reopens();
  }

  @Test
  void letsTwoNodesWriteEntitiesOfTheirOwnAtOnce() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(2);
    List<Throwable> failures = new ArrayList<>();
    for (Journal journal : List.of(a, b)) {
      new Thread(
              () -> {
                try {
                  Script script = new Script(journal);
                  String mine = journal == a ? "a" : "b";
                  for (int n = 1; n <= 100; n++) {
                    List<Future<Void>> round = new ArrayList<>();
                    for (int e = 0; e < 10; e++) {
                      round.add(script.submit(append("p/" + mine + e, n, mine + n)));
                    }
                    round.forEach(Script::await);
                  }
                } catch (RuntimeException | AssertionError e) {
                  synchronized (failures) {
                    failures.add(e);
                  }
                } finally {
                  done.countDown();
                }
              })
          .start();
    }
    done.await();
    assertThat(failures).isEmpty();
    assertThat(new Script(a).recover("p/b7")).hasSize(100);
    reopens();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE FROM event WHERE number = 2 | event=2",
        "DELETE FROM event WHERE number = 5 | event=5",
        "UPDATE event SET value = set_byte(value, 20, get_byte(value, 20) # 1) WHERE number = 3 | event=3",
        "DELETE FROM head | tables head and fence do not agree",
        "DELETE FROM fence | tables head and fence do not agree",
        "DELETE FROM writer | tables head and fence do not agree",
        "UPDATE head SET value = set_byte(value, 5, get_byte(value, 5) # 1) | table=head, entity=p/e",
        "UPDATE fence SET value = set_byte(value, 5, 9) | table=fence, authority=p/partition",
        "DELETE FROM head WHERE name = 'p/e'; DELETE FROM event WHERE name = 'p/e' | expected=4 records",
        "UPDATE event SET number = number + 100 WHERE number IN (2, 3); UPDATE event SET number = 105 - number WHERE number > 100 | event=2",
        "INSERT INTO event SELECT name, 6, value FROM event WHERE number = 5 | event=6",
        "DELETE FROM snapshot | snapshot=2",
        "UPDATE snapshot SET value = set_byte(value, 3, 77) | snapshot=2",
      })
  void noticesWhatWasChangedByOthers(String change, String words) {
    Script script = new Script(a);
    Script.await(script.submit(fenced("p/partition", 1, List.of(raise(1)), "f")));
    script.write("p/e", 1, "one", "two");
    script.write("p/other", 1, "one", "two");
    script.saveSnapshot("p/other", 2, "both");
    script.write("p/e", 3, "three", "four", "five");
    shared.sql(change);
    assertThatThrownBy(
            () -> {
              try (Journal journal = shared.open()) {
                Script reader = new Script(journal);
                reader.recover("p/e");
                reader.recover("p/other");
              }
            })
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("database=" + shared.settings().url())
        .hasMessageContaining(words)
        .hasMessageContaining("restore a backup");
  }

  @Test
  void discardsOnePipelineAndStillAddsUp() {
    new Script(a).write("p/e", 1, "x");
    new Script(a).write("q/e", 1, "x");
    Script.await(new Script(a).submit(fenced("p/partition", 1, List.of(raise(1)), "f")));
    Journal.discard(JournalSettings.defaults().withPostgres(shared.settings()), "p");
    reopens();
    assertThat(new Script(b).highest("p/e")).isZero();
    assertThat(new Script(b).recover("q/e")).containsExactly("x");
    assertThatThrownBy(() -> new Script(a).write("p/e", 2, "y"))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("expected=1, actual=2");
    new Script(b).write("p/e", 1, "new");
    reopens();
  }

  @Test
  void addsUpTheRowsOfWritersThatAreGone() {
    for (int i = 0; i < 20; i++) {
      try (Journal journal = shared.open()) {
        new Script(journal).write("p/e" + i, 1, "x");
      }
    }
    new Script(a).write("p/a", 1, "x");
    shared.sql("UPDATE writer SET touched = touched - interval '2 hours'");
    shared.open().close();
    assertThat(shared.ask("SELECT string_agg(name, ',') FROM writer")).isEqualTo("(gone)");
    // One that was only silent begins another row.
    new Script(a).write("p/a", 2, "y");
    assertThat(shared.ask("SELECT count(*) FROM writer")).isEqualTo("2");
    reopens();
  }

  @Test
  void isRefusedWithoutASchemaOrWithAnother() {
    PostgresSettings none = PostgresSettings.of(server.url(), PostgresServer.USER);
    assertThatThrownBy(() -> Journal.open(none, JournalSettings.defaults()))
        .isInstanceOf(JournalException.Failed.class)
        .hasMessageContaining("schema=tidemark")
        .hasMessageContaining("`tidemark journal init PIPELINE.conf`");
    shared.sql("UPDATE layout SET version = 7");
    assertThatThrownBy(shared::open)
        .isInstanceOf(JournalException.Failed.class)
        .hasMessageContaining("expected=1, actual=7");
    assertThatThrownBy(() -> PostgresSchema.init(shared.settings()))
        .isInstanceOf(JournalException.Failed.class);
    shared.sql("UPDATE layout SET version = 1");
    assertThat(PostgresSchema.init(shared.settings()).isNew()).isFalse();
  }

  @Test
  void saysAtOnceWhatWaitingDoesNotChange() {
    PostgresSettings stranger = PostgresSettings.of(server.url(), "nobody_known");
    assertThatThrownBy(() -> Journal.open(stranger, JournalSettings.defaults()))
        .isInstanceOf(JournalException.Failed.class)
        .hasMessageContaining("user=nobody_known");
    PostgresSettings unset = shared.settings().withPasswordVariable("TIDEMARK_NOT_SET_ANYWHERE");
    assertThatThrownBy(() -> Journal.open(unset, JournalSettings.defaults()))
        .isInstanceOf(JournalException.Failed.class)
        .hasMessageContaining("environment variable=TIDEMARK_NOT_SET_ANYWHERE");
    PostgresSettings nowhere =
        PostgresSettings.of("jdbc:postgresql://127.0.0.1:1/x", "u").withPatience(Duration.ZERO);
    assertThatThrownBy(() -> Journal.open(nowhere, JournalSettings.defaults()))
        .isInstanceOf(JournalException.Failed.class)
        .hasMessageContaining("database=jdbc:postgresql://127.0.0.1:1/x")
        .hasMessageContaining("journal.patience");
  }

  @Test
  void refusesANameThatNoIndexHolds() {
    assertThatThrownBy(() -> new Script(a).write("p/" + "n".repeat(5000), 1, "x"))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("length=500");
    new Script(a).write("p/ok", 1, "x");
  }
}
