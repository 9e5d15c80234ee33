package io.tidemark.sharding;

import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import org.apache.pekko.cluster.sharding.typed.ShardingMessageExtractor;

/**
 * Every member is a shard of its own, so that it alone decides where it lives. A shard costs one
 * actor, and what must run is a handful of members a node.
 */
final class MemberShards extends ShardingMessageExtractor<EntityCommand, EntityCommand> {
  @Override
  public String entityId(EntityCommand message) {
    if (message instanceof Envelope envelope) {
      return envelope.to().name();
    }
    throw new IllegalArgumentException("only envelopes are routed: actual=" + message);
  }

  @Override
  public String shardId(String entityId) {
    return entityId;
  }

  @Override
  public EntityCommand unwrapMessage(EntityCommand message) {
    return message;
  }
}
