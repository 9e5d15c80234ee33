package io.tidemark.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.persistence.journal.Meter.Now;
import io.tidemark.persistence.journal.Meter.Recovered;
import io.tidemark.persistence.journal.Meter.Total;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalPluginTest {
  private final Path directory;

  JournalPluginTest(@TempDir Path directory) {
    this.directory = directory;
  }

  Journal open() {
    return Journal.open(directory, JournalSettings.defaults());
  }

  /** The third of the entity {@code bad}. */
  void replaceAnEvent(Journal journal) {
    Store.Batch batch = journal.store().batch();
    batch.put(Keys.event(Keys.name("bad"), 3), Script.event("another"));
    journal.store().write(batch, true);
  }

  private static void addOnes(MeterSystem system, ActorRef<Meter.Command> meter, int from, int to) {
    for (int i = from; i <= to; i++) {
      assertThat(system.ask(meter, 1)).isEqualTo(new Now(new Total(i, i)));
    }
  }

  @Test
  void recoversWhatWasPersistedInTheSameSystemAndInTheNext() {
    try (Journal journal = open();
        MeterSystem system = MeterSystem.on(journal)) {
      ActorRef<Meter.Command> meter = system.start("m-1");
      assertThat(system.next()).isEqualTo(new Recovered(new Total(0, 0)));
      addOnes(system, meter, 1, 35);
      system.stop(meter);
      system.start("m-1");
      assertThat(system.next()).isEqualTo(new Recovered(new Total(35, 35)));
    }
    try (Journal journal = open();
        MeterSystem system = MeterSystem.on(journal)) {
      system.start("m-1");
      assertThat(system.next()).isEqualTo(new Recovered(new Total(35, 35)));
    }
  }

  @Test
  void notesWhenAnEventIsWritten() {
    long beforeMillis = System.currentTimeMillis();
    try (Journal journal = open();
        MeterSystem system = MeterSystem.on(journal)) {
      ActorRef<Meter.Command> meter = system.start("m-1");
      system.next();
      addOnes(system, meter, 1, 3);
      List<Long> timestamps = new ArrayList<>();
      JournalContents.of(journal)
          .forEachEvent("m-1", event -> timestamps.add(event.timestampMillis()));
      assertThat(timestamps)
          .hasSize(3)
          .isSorted()
          .allSatisfy(
              millis -> assertThat(millis).isBetween(beforeMillis, System.currentTimeMillis()));
    }
  }

  @Test
  void recoversFromTheNewestSnapshotAndKeepsOnlyTheEventsOfTwo() {
    try (Journal journal = open();
        MeterSystem system = MeterSystem.on(journal)) {
      ActorRef<Meter.Command> meter = system.start("m-1");
      system.next();
      addOnes(system, meter, 1, 35);
      Head head =
          Script.await(journal.writer().submit(Request.question(ledger -> ledger.head("m-1"))));
      assertThat(head.snapshots()).extracting(Head.Snapshot::number).containsExactly(20L, 30L);
      assertThat(head.base()).isEqualTo(20);
      assertThat(new Script(journal).replay("m-1", 21)).hasSize(15);
    }
  }

  @Test
  void refusesThatAnEntityStartsWithoutTheSnapshotItNeeds() {
    try (Journal journal = open();
        MeterSystem system = MeterSystem.on(journal)) {
      ActorRef<Meter.Command> meter = system.start("m-1");
      system.next();
      addOnes(system, meter, 1, 25);
      assertThatThrownBy(() -> new Script(journal).replay("m-1", 1))
          .isInstanceOf(JournalException.Refused.class)
          .hasMessageContaining("entity=m-1, wanted from=1, deleted=1..10");
    }
  }

  @Test
  void refusesTheWriterThatDidNotSeeTheOthersEvents() {
    try (Journal journal = open();
        MeterSystem one = MeterSystem.on(journal);
        MeterSystem two = MeterSystem.on(journal)) {
      ActorRef<Meter.Command> stale = one.start("m-1");
      one.next();
      ActorRef<Meter.Command> fresh = two.start("m-1");
      two.next();
      addOnes(two, fresh, 1, 3);
      stale.tell(new Meter.Add(100, one.probe().ref()));
      one.probe().expectTerminated(stale);
      two.stop(fresh);
      one.start("m-1");
      assertThat(one.next()).isEqualTo(new Recovered(new Total(3, 3)));
    }
  }

  @Test
  void refusesTheWriterWhoseFenceIsNotTheNewest() {
    try (Journal journal = open();
        MeterSystem system = MeterSystem.on(journal)) {
      ActorRef<Meter.Command> partition = system.start("partition");
      system.next();
      ActorRef<Meter.Command> substream = system.start("substream");
      system.next();
      ActorRef<Meter.Report> probe = system.probe().ref();
      partition.tell(new Meter.Claim("p", 1, true, probe));
      system.next();
      substream.tell(new Meter.Claim("p", 1, false, probe));
      assertThat(system.next()).isEqualTo(new Now(new Total(0, 1)));
      partition.tell(new Meter.Claim("p", 2, true, probe));
      system.next();
      substream.tell(new Meter.Claim("p", 1, false, probe));
      system.probe().expectTerminated(substream);
      system.start("substream");
      assertThat(system.next()).isEqualTo(new Recovered(new Total(0, 1)));
    }
  }

  @Test
  void failsTheRecoveryOfADamagedEntityByNameAndOfNoOther() {
    try (Journal journal = open();
        MeterSystem system = MeterSystem.on(journal)) {
      Script script = new Script(journal);
      for (String id : List.of("bad", "good")) {
        ActorRef<Meter.Command> meter = system.start(id);
        system.next();
        addOnes(system, meter, 1, 5);
        system.stop(meter);
      }
      replaceAnEvent(journal);
      assertThat(script.highest("bad")).isEqualTo(5);

      system.start("bad");
      assertThat(system.next())
          .isInstanceOfSatisfying(
              Meter.Failed.class,
              failed ->
                  assertThat(failed.reason())
                      .hasStackTraceContaining("entity=bad, event=3")
                      .hasStackTraceContaining(journal.damage().subject())
                      .hasStackTraceContaining("restore a backup"));
      system.probe().receiveMessage(); // Pekko signals a failed recovery twice.
      system.start("good");
      assertThat(system.next()).isEqualTo(new Recovered(new Total(5, 5)));
    }
  }

  @Test
  void persistsInMemoryWhenConfiguredSo() {
    try (MeterSystem system = MeterSystem.configured("tidemark.journal.in-memory = on")) {
      ActorRef<Meter.Command> meter = system.start("m-1");
      system.next();
      addOnes(system, meter, 1, 25);
      system.stop(meter);
      system.start("m-1");
      assertThat(system.next()).isEqualTo(new Recovered(new Total(25, 25)));
    }
  }

  @Test
  void opensAConfiguredDirectoryAndClosesItWithTheSystem() {
    String overrides = "tidemark.journal.directory = \"" + directory + "\"";
    for (int round = 0; round < 2; round++) {
      try (MeterSystem system = MeterSystem.configured(overrides)) {
        ActorRef<Meter.Command> meter = system.start("m-1");
        assertThat(system.next()).isEqualTo(new Recovered(new Total(round, round)));
        addOnes(system, meter, round + 1, round + 1);
      }
    }
    open().close();
  }

  @Test
  void failsAPersistAfterTheJournalIsClosed() {
    Journal journal = open();
    try (MeterSystem system = MeterSystem.on(journal)) {
      ActorRef<Meter.Command> meter = system.start("m-1");
      system.next();
      journal.close();
      meter.tell(new Meter.Add(1, system.probe().ref()));
      system.probe().expectTerminated(meter);
      assertThatThrownBy(() -> new Script(journal).replay("m-1", 1))
          .isInstanceOf(JournalException.Closed.class)
          .hasMessageContaining(journal.damage().subject());
      journal.close();
    }
  }
}
