package io.tidemark.core.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import org.junit.jupiter.api.Test;

/** Of very many substreams that come and go only recent ones are remembered. */
class IncomingTest {
  private static final EntityId.Partition PARTITION = new EntityId.Partition("readings", 0);
  private static final int MANY = 100;

  private final Incoming incoming = new Incoming();

  private static EntityId.Substream key(int number) {
    return new EntityId.Substream(PARTITION, KeyBytes.of("k" + number, ValueCodec.INSTANCE));
  }

  private void takeMany() {
    for (int i = 1; i <= MANY; i++) {
      assertThat(incoming.offer(key(i), i, 0)).isEqualTo(Incoming.Verdict.TAKE);
    }
    incoming.low(PARTITION, MANY - 1);
  }

  @Test
  void whereARecordCoversAllThatWasTaken() {
    takeMany();
    incoming.record();
    incoming.recorded();

    assertThat(incoming.size()).isEqualTo(1);
  }

  /** As a sink does: it records what it has written, sender by sender. */
  @Test
  void whereRecordsCoverOneSenderAfterTheOther() {
    takeMany();
    for (int i = 1; i <= MANY; i++) {
      incoming.recorded(key(i), i);
    }
    incoming.forget();

    assertThat(incoming.size()).isEqualTo(1);
    assertThat(incoming.position(key(1))).as("output-low says it").isEqualTo(MANY - 1);
  }

  @Test
  void andWhatWasTakenAndIsNotRecorded() {
    takeMany();
    incoming.forget();

    assertThat(incoming.size()).isEqualTo(MANY);
  }
}
