package io.tidemark.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.runtime.channel.EntityCommand;
import org.junit.jupiter.api.Test;

class EntityShardsTest {
  private final EntityShards shards = new EntityShards();

  @Test
  void putsSubstreamsIntoTheShardOfTheirPartition() {
    EntityId.Partition partition = new EntityId.Partition("orders", 12);
    EntityId.Substream substream =
        new EntityId.Substream(partition, KeyBytes.of("a/b", ValueCodec.INSTANCE));
    assertThat(shards.shardId(substream.name()))
        .isEqualTo(shards.shardId(partition.name()))
        .isEqualTo("partition/orders/12");
  }

  @Test
  void givesEveryOtherMemberAShardOfItsOwn() {
    assertThat(shards.shardId(new EntityId.KeyGroup("hourly", 3).name()))
        .isEqualTo("keygroup/hourly/3");
    assertThat(shards.shardId(new EntityId.Sink("out").name())).isEqualTo("sink/out");
  }

  @Test
  void routesNothingButEnvelopes() {
    assertThatThrownBy(() -> shards.entityId(EntityCommand.Tick.INSTANCE))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
