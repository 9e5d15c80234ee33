package io.tidemark.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.EntityCommand;
import org.junit.jupiter.api.Test;

class MemberShardsTest {
  private final MemberShards shards = new MemberShards();

  @Test
  void givesEveryMemberAShardOfItsOwn() {
    assertThat(shards.shardId(new EntityId.Partition("orders", 12).name()))
        .isEqualTo("partition/orders/12");
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
