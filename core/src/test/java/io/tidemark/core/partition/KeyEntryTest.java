package io.tidemark.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Said;
import io.tidemark.core.time.Time;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class KeyEntryTest {
  private static final EntityId.Substream KEY =
      new EntityId.Substream(
          new EntityId.Partition("in", 0), KeyBytes.of("k", ValueCodec.INSTANCE));
  private static final long FLOOR = 41;

  private final KeyEntry entry = KeyEntry.opened(KEY, "k", 1);
  private long statements;

  private void hear(long position, long durable, long dueMicros) {
    Message.Statement statement =
        Said.by(KEY)
            .in(entry.start(), entry.start())
            .sequence(++statements)
            .taken(position, durable)
            .due(dueMicros)
            .outputLow(position)
            .statement();
    assertThat(entry.hear(statement, 1, FLOOR)).isTrue();
  }

  private void feed(long number) {
    entry.add(number, AdmittedBatch.Slice.none(), 0, 0);
    entry.take(10, 0);
  }

  /**
   * The incarnation that took a wake is given up before anybody knows whether it recorded what the
   * wake made it put out, numbered 5.
   */
  @Nested
  class AfterAnIncarnationWasGivenUpWithAWake {
    @BeforeEach
    void giveUp() {
      feed(2);
      hear(2, 0, 27);
      entry.addWake(5, FLOOR, false);
      entry.take(10, 0);
      hear(5, 0, Time.MAX);
      feed(6);
      entry.restart();
    }

    @Test
    void outputLowStaysBelowWhatItMayHaveRecorded() {
      hear(2, 0, 27);

      assertThat(entry.outputLow()).isZero();
    }

    @Test
    void outputLowGoesOnOnceTheNextHasTakenAsMuch() {
      hear(2, 0, 27);
      hear(6, 0, 67);

      assertThat(entry.outputLow()).isEqualTo(Time.MAX);
    }

    @Test
    void outputLowGoesOnOnceTheNextHasTakenAllThereIsAndIsNotDue() {
      hear(2, 2, FLOOR + 1);
      assertThat(entry.outputLow()).as("6 is not taken").isEqualTo(2);

      entry.take(10, 0);
      hear(6, 2, FLOOR + 1);
      assertThat(entry.outputLow()).isEqualTo(Time.MAX);
    }
  }
}
