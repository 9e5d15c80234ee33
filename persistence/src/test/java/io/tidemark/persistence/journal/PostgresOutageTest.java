package io.tidemark.persistence.journal;

import static io.tidemark.persistence.journal.Script.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.testkit.PostgresServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scala.concurrent.Future;

/** A database that goes away and comes back. */
final class PostgresOutageTest {
  private static final int KILLS = Integer.getInteger("tidemark.outage.kills", 6);
  private static final long SEED = Long.getLong("tidemark.outage.seed", 20261130L);
  private static final int ENTITIES = 20;

  private final PostgresServer server = PostgresServer.start("fsync = off");
  private final SharedJournal shared = SharedJournal.on(server, "outage");

  @AfterEach
  void stop() {
    server.close();
  }

  /** Writes one event after the other to entities of its own until it is told to stop. */
  private static final class Stream extends Thread {
    private final Script script;
    private final String name;
    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<List<String>> acknowledged = new ArrayList<>();

    Stream(Journal journal, String name) {
      this.script = new Script(journal);
      this.name = name;
      for (int e = 0; e < ENTITIES; e++) {
        acknowledged.add(new ArrayList<>());
      }
    }

    @Override
    public void run() {
      try {
        for (int n = 1; !stop.get(); n++) {
          List<Future<Void>> round = new ArrayList<>();
          for (int e = 0; e < ENTITIES; e++) {
            round.add(script.submit(append(entity(e), n, name + " " + n, "second of " + n)));
            n++;
            round.add(script.submit(append(entity(e), n + 1, "third")));
            n--;
          }
          for (Future<Void> write : round) {
            Script.await(write);
          }
          for (int e = 0; e < ENTITIES; e++) {
            acknowledged.get(e).addAll(List.of(name + " " + n, "second of " + n, "third"));
          }
          n += 2;
          rounds.incrementAndGet();
        }
      } catch (RuntimeException | AssertionError e) {
        failure.set(e);
      }
    }

    private String entity(int e) {
      return "p/" + name + e;
    }

    /** Waits until so many more rounds are acknowledged, or it has failed. */
    void awaitRounds(int more) {
      int wanted = rounds.get() + more;
      while (rounds.get() < wanted && failure.get() == null) {
        LockSupport.parkNanos(1_000_000);
      }
    }

    void end() throws InterruptedException {
      stop.set(true);
      join();
      assertThat(failure.get()).isNull();
    }
  }

  @Test
  void losesAndDoublesNothingWhenTheServerIsKilledInTheMiddleOfCommits() throws Exception {
    Random random = new Random(SEED);
    try (Journal a = shared.open();
        Journal b = shared.open()) {
      List<Stream> streams = List.of(new Stream(a, "a"), new Stream(b, "b"));
      streams.forEach(Thread::start);
      for (int kill = 0; kill < KILLS; kill++) {
        for (Stream stream : streams) {
          stream.awaitRounds(1 + random.nextInt(20));
        }
        if (kill % 3 == 2) {
          server.stop();
        } else {
          server.kill();
        }
        // A while in which it is refused, so that some tries fail.
        LockSupport.parkNanos(random.nextInt(1_500) * 1_000_000L);
        server.restart();
      }
      for (Stream stream : streams) {
        stream.end();
      }
      try (Journal reader = shared.open()) {
        for (Stream stream : streams) {
          for (int e = 0; e < ENTITIES; e++) {
            assertThat(new Script(reader).recover(stream.entity(e)))
                .as("seed %d", SEED)
                .hasSizeGreaterThanOrEqualTo(3 * KILLS)
                .isEqualTo(stream.acknowledged.get(e));
          }
        }
      }
    }
  }

  /** Connections are cut at random moments, some of them while a commit is being answered. */
  @Test
  void losesAndDoublesNothingWhenConnectionsAreCut() throws Exception {
    Random random = new Random(SEED);
    try (Journal a = shared.open()) {
      Stream stream = new Stream(a, "a");
      stream.start();
      for (int cut = 0; cut < 60; cut++) {
        stream.awaitRounds(random.nextInt(2));
        LockSupport.parkNanos(random.nextInt(20) * 1_000_000L);
        shared.ask(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'tidemark'");
      }
      stream.end();
      assertThat(new Script(a).recover("p/a3")).isEqualTo(stream.acknowledged.get(3));
    }
    shared.open().close();
  }

  /**
   * Whether the server has carried out a commit whose answer is lost is found out, never guessed.
   */
  @ParameterizedTest
  @EnumSource(
      value = LossyProxy.Cut.class,
      names = {"BEFORE_THE_COMMIT", "BEFORE_THE_ANSWER"})
  void writesOnceWhenTheConnectionIsLostAtACommit(LossyProxy.Cut cut) throws Exception {
    int serverPort = URI.create(server.url().substring("jdbc:".length())).getPort();
    try (LossyProxy proxy = new LossyProxy(serverPort)) {
      PostgresSettings lossy =
          PostgresSettings.of(
                  // Without prepared statements each commit is a word that the proxy knows.
                  shared.settings().url().replace(":" + serverPort, ":" + proxy.port())
                      + "&prepareThreshold=0",
                  PostgresServer.USER)
              .withPatience(Duration.ofSeconds(20));
      try (Journal journal = Journal.open(lossy, JournalSettings.defaults())) {
        Script script = new Script(journal);
        List<String> expected = new ArrayList<>();
        // The first commit of a journal has no row of its writer to look at yet.
        for (int n = 1; n <= 5; n++) {
          proxy.arm(cut);
          script.write("p/e", n, "x" + n);
          assertThat(proxy.cuts()).isEqualTo(n);
          expected.add("x" + n);
          assertThat(script.recover("p/e")).isEqualTo(expected);
        }
      }
    }
    assertThat(shared.ask("SELECT count(*) FROM event")).isEqualTo("5");
    shared.open().close();
  }

  @Test
  void failsInWordsOncePatienceIsOver() {
    PostgresSettings hasty = shared.settings().withPatience(Duration.ofSeconds(1));
    try (Journal journal = Journal.open(hasty, JournalSettings.defaults())) {
      Script script = new Script(journal);
      script.write("p/e", 1, "x");
      server.stop();
      assertThatThrownBy(() -> script.write("p/e", 2, "y"))
          .isInstanceOf(JournalException.Failed.class)
          .hasMessageContaining("database=" + hasty.url())
          .hasMessageContaining("journal.patience (1 s)");
      server.restart();
      assertThatThrownBy(() -> script.write("p/e", 2, "y"))
          .isInstanceOf(JournalException.Failed.class);
    }
  }

  @Test
  void waitsOnOpeningForAServerThatIsStarting() throws InterruptedException {
    server.stop();
    Thread start = new Thread(server::restart);
    start.start();
    shared.open().close();
    start.join();
  }
}
