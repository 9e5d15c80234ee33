package io.tidemark.persistence.journal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a replay finds when the store has lost or changed something under a sound engine. */
final class EventChainTest {
  private static final byte[] A = Keys.name("a");
  private static final byte[] B = Keys.name("b");

  private final Journal journal = Journal.inMemory(JournalSettings.defaults());
  private final Script script = new Script(journal);

  @BeforeEach
  void writeTwentyEventsEach() {
    for (int n = 1; n <= 20; n++) {
      script.write("a", n, "a" + n);
      script.write("b", n, "b" + n);
    }
  }

  @AfterEach
  void close() {
    journal.close();
  }

  private void put(byte[] key, byte[] value) {
    Store.Batch batch = journal.store().batch();
    batch.put(key, value);
    journal.store().write(batch, true);
  }

  private void delete(byte[] key) {
    Store.Batch batch = journal.store().batch();
    batch.delete(key);
    journal.store().write(batch, true);
  }

  private byte[] read(byte[] key) {
    return requireNonNull(journal.store().read(key));
  }

  private void assertDamaged(String words) {
    assertThatThrownBy(() -> script.replay("a", 1))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining(words);
  }

  @Test
  void namesAnEventThatIsMissingInTheMiddle() {
    delete(Keys.event(A, 7));
    assertDamaged("entity=a, event=7, found=event 8 in its place");
  }

  @Test
  void namesAnEventThatIsMissingAtTheEnd() {
    delete(Keys.event(A, 20));
    assertDamaged("entity=a, event=20, found=nothing");
  }

  @Test
  void namesAnEventThatWasAltered() {
    byte[] event = read(Keys.event(A, 7));
    event[event.length - 1]++;
    put(Keys.event(A, 7), event);
    assertDamaged("entity=a, event=7, found=a record that does not continue the one before");
  }

  @Test
  void namesAnEventOfAnotherEntity() {
    put(Keys.event(A, 7), read(Keys.event(B, 7)));
    assertDamaged("entity=a, event=7, found=a record that does not continue");
  }

  @Test
  void namesAnEventOutOfPlace() {
    put(Keys.event(A, 7), read(Keys.event(A, 8)));
    assertDamaged("entity=a, event=7, found=a record that does not continue");
  }

  @Test
  void namesAnEntityWhoseHeadFellBehindItsEvents() {
    byte[] old = read(Keys.head(A));
    script.write("a", 21, "a21");
    put(Keys.head(A), old);
    assertDamaged("entity=a, event=21, found=an event that the head does not know");
  }

  @Test
  void namesAHeadThatIsUnreadable() {
    byte[] head = read(Keys.head(A));
    head[3]++;
    put(Keys.head(A), head);
    assertDamaged("entity=a, record=head, found=a record with a wrong checksum");
  }

  @Test
  void namesASnapshotThatWasAltered() {
    script.saveSnapshot("a", 20, "state");
    assertThat(script.recover("a")).containsExactly("snapshot state");
    byte[] snapshot = read(Keys.snapshot(A, 20));
    snapshot[snapshot.length - 1]++;
    put(Keys.snapshot(A, 20), snapshot);
    assertThatThrownBy(() -> script.recover("a"))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("entity=a, snapshot=20, found=a record with a wrong checksum");
  }

  @Test
  void checksTheEventsAfterASnapshotAgainstTheLinkItContinuesFrom() {
    script.saveSnapshot("a", 20, "state");
    script.write("a", 21, "a21");
    assertThat(script.recover("a")).containsExactly("snapshot state", "a21");
    byte[] other = Script.event("a21");
    EventRecord.seal(other, 42);
    put(Keys.event(A, 21), other);
    assertThatThrownBy(() -> script.recover("a"))
        .isInstanceOf(JournalException.Damaged.class)
        .hasMessageContaining("entity=a, event=21");
  }

  @Test
  void readsOnWhileTheEntityGrows() {
    EventChain events = new EventChain(journal, "a", 1, Long.MAX_VALUE);
    events.page(15, 1 << 20);
    script.write("a", 21, "a21");
    assertThat(events.page(15, 1 << 20)).extracting(EventChain.Numbered::number).endsWith(20L);
  }

  @Test
  void tellsEventsThatWereDeletedMeanwhileFromDamage() {
    EventChain events = new EventChain(journal, "a", 1, Long.MAX_VALUE);
    events.page(5, 1 << 20);
    script.saveSnapshot("a", 15, "state");
    script.saveSnapshot("a", 20, "state");
    assertThatThrownBy(() -> events.page(5, 1 << 20))
        .isInstanceOf(JournalException.Refused.class)
        .hasMessageContaining("events were deleted while they were read: entity=a, event=6");
  }
}
