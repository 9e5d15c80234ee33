package io.tidemark.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyCounts;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Said;
import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class KeyBookTest {
  private static final EntityId.Partition PARTITION = new EntityId.Partition("in", 0);
  private static final PartitionSettings SETTINGS = Partitions.settings(Limits.defaults(), true);
  private static final long LONG_AFTER = Limits.defaults().passivateAfterMicros() + 1;

  private final KeyBook keys = new KeyBook(PARTITION, SETTINGS);
  private final Step step = new Step();

  private Turn turn() {
    return new Turn(0, 1, 1, step);
  }

  private KeyEntry open(String key, long decision) {
    return open(key, decision, AdmittedBatch.Slice.none());
  }

  private KeyEntry open(String key, long decision, AdmittedBatch.Slice elements) {
    return open(keys, key, decision, elements);
  }

  private KeyEntry open(KeyBook book, String key, long decision, AdmittedBatch.Slice elements) {
    Admitter.KeyPart part = new Admitter.KeyPart(key, elements, 0);
    book.open(List.of(part), decision, new ArrayList<>(), new ArrayList<>());
    KeyEntry entry = Objects.requireNonNull(book.find(key));
    book.hand(entry, decision, part, turn());
    return entry;
  }

  /** The key's substream has recorded everything, keeps nothing, and has counted so many. */
  private void hear(String key, long start, long incarnation, long position, int accepted) {
    assertThat(keys.hear(atRest(key, start, incarnation, position, accepted), 0, turn())).isTrue();
  }

  private static Message.Statement atRest(
      String key, long start, long incarnation, long position, int accepted) {
    return Said.by(PARTITION, key)
        .in(start, incarnation)
        .taken(position, position)
        .outputLow(position)
        .atRest()
        .counts(new KeyCounts(accepted, 0, 0, 0, 0, 0))
        .statement();
  }

  private void closeWhatIsQuiet() {
    List<PartitionEvent.Rest> rests = keys.resting(LONG_AFTER, 0);
    assertThat(rests).extracting(PartitionEvent.Rest::closed).containsExactly(true);
    keys.rest(rests, turn());
    assertThat(keys.find("a")).isNull();
  }

  @Test
  void countsOfAKeyThatWasClosedAndCameBackAreAddedUp() {
    open("a", 1);
    hear("a", 1, 5, 2, 3);
    assertThat(keys.counts().accepted()).isEqualTo(3);
    closeWhatIsQuiet();
    assertThat(keys.counts().accepted()).isEqualTo(3);

    open("a", 2);
    hear("a", 1, 6, 4, 4);

    assertThat(keys.counts().accepted()).isEqualTo(7);
  }

  @Test
  void keysThatComeAgainAreThoseThatWereOpenBeforeTheirBatch() {
    open("a", 1);
    assertThat(keys.returning()).isZero();

    open("a", 2);
    keys.open(List.of(), 3, new ArrayList<>(), new ArrayList<>());

    assertThat(keys.returning()).as("as the last batch with elements had it").isEqualTo(1);
  }

  @Test
  void elementsAreInFlightUntilTheirSubstreamHasTakenThem() {
    open("a", 1, Partitions.elements(3));
    open("b", 1, Partitions.elements(2));
    assertThat(keys.totals().inFlight()).isEqualTo(5);
    assertThat(keys.totals().waiting()).isEqualTo(2);

    hear("b", 1, 5, 2, 2);

    assertThat(keys.totals().inFlight()).isEqualTo(3);
    assertThat(keys.totals().waiting()).isEqualTo(1);
  }

  @Test
  void keysMakeRoomAtOnceWhereTooManyAreInMemory() {
    KeyBook crowded = new KeyBook(PARTITION, Partitions.settings(limits(2), true));
    KeyBook roomy = new KeyBook(PARTITION, Partitions.settings(limits(3), true));
    for (KeyBook book : List.of(crowded, roomy)) {
      for (String key : List.of("a", "b")) {
        open(book, key, 1, AdmittedBatch.Slice.none());
        assertThat(book.hear(atRest(key, 1, 5, 2, 0), 0, turn())).isTrue();
      }
    }

    assertThat(crowded.isCrowded()).isTrue();
    assertThat(crowded.resting(0, 0)).hasSize(2);
    assertThat(roomy.resting(0, 0)).isEmpty();
  }

  /** Fixed numbers a tick would fall behind where very many keys come and go. */
  @Test
  void anEighthOfAllKeysLeavesInATickWhereThatIsMoreThanTheFixedNumber() {
    int many = 9 * Limits.defaults().keysPerTick();
    for (int i = 0; i < many; i++) {
      open("k" + i, 1);
      hear("k" + i, 1, 5, 2, 0);
    }

    assertThat(keys.resting(LONG_AFTER, 0)).hasSize(many / 8);
  }

  private static Limits limits(int liveKeys) {
    return Limits.defaults().with(bounds -> bounds.liveKeys(liveKeys));
  }

  @Test
  void countsOfClosedKeysAreInASnapshot() {
    open("a", 1);
    hear("a", 1, 5, 2, 3);
    closeWhatIsQuiet();
    KeyBook restored = new KeyBook(PARTITION, SETTINGS);

    Bytes.read(
        Bytes.write(keys::write),
        in -> {
          restored.read(in);
          return in;
        });

    assertThat(restored.counts().accepted()).isEqualTo(3);
  }

  @Test
  void aKeyHoldsWhatWasSentUntilItsSubstreamHasIt() {
    open("a", 1);
    assertThat(keys.totals().holdMicros()).isZero();
    assertThat(keys.totals().oldestDecision()).isEqualTo(1);

    hear("a", 1, 5, 2, 3);

    assertThat(keys.totals().holdMicros()).isEqualTo(Time.MAX);
    assertThat(keys.totals().oldestDecision()).isEqualTo(Time.MAX);
    assertThat(keys.totals().outputLow()).isEqualTo(Time.MAX);
  }

  @Test
  void aSubstreamStartedAnewIsUnknownUntilItSpeaks() {
    KeyEntry entry = open("a", 1);
    hear("a", 1, 5, 2, 3);

    keys.ended(entry.id, 1, turn());

    assertThat(keys.totals().anyUnknown()).isTrue();
    assertThat(keys.allKnown()).isFalse();
    // As at the end of a run, when all are stopped: what was counted stays so.
    assertThat(keys.counts().accepted()).isEqualTo(3);
    hear("a", 2, 6, 2, 3);
    assertThat(keys.totals().anyUnknown()).isFalse();
    assertThat(keys.allKnown()).isTrue();
    assertThat(keys.counts().accepted()).isEqualTo(3);
  }
}
