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
    keys.open(
        List.of(new Admitter.KeyPart(key, AdmittedBatch.Slice.none(), 0)),
        decision,
        new ArrayList<>(),
        new ArrayList<>());
    KeyEntry entry = Objects.requireNonNull(keys.find(key));
    entry.add(2 * decision, AdmittedBatch.Slice.none(), 0, 0);
    keys.sent(entry, turn());
    return entry;
  }

  /** The key's substream has recorded everything, keeps nothing, and has counted so many. */
  private void hear(String key, long start, long incarnation, long position, int accepted) {
    Message.Statement statement =
        Said.by(PARTITION, key)
            .in(start, incarnation)
            .taken(position, position)
            .outputLow(position)
            .atRest()
            .counts(new KeyCounts(accepted, 0, 0, 0, 0, 0))
            .statement();
    assertThat(keys.hear(statement, 0, turn())).isTrue();
  }

  private void closeWhatIsQuiet() {
    List<PartitionEvent.Rest> rests = keys.resting(LONG_AFTER, 0);
    assertThat(rests).extracting(PartitionEvent.Rest::closed).containsExactly(true);
    keys.rest(rests, turn());
    assertThat(keys.size()).isZero();
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
