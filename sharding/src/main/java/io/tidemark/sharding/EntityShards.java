package io.tidemark.sharding;

import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import org.apache.pekko.cluster.sharding.typed.ShardingMessageExtractor;

/**
 * Every member is a shard of its own, and a partition's substreams are in the partition's: they
 * live and move together. A shard of its own costs one actor, and what must run is a handful of
 * members a node.
 */
final class EntityShards extends ShardingMessageExtractor<EntityCommand, EntityCommand> {
  private static final String SUBSTREAM = "substream/";
  private static final String PARTITION = "partition/";

  @Override
  public String entityId(EntityCommand message) {
    if (message instanceof Envelope envelope) {
      return envelope.to().name();
    }
    throw new IllegalArgumentException("only envelopes are routed: actual=" + message);
  }

  @Override
  public String shardId(String entityId) {
    return entityId.startsWith(SUBSTREAM)
        ? PARTITION + entityId.substring(SUBSTREAM.length(), entityId.lastIndexOf('/'))
        : entityId;
  }

  @Override
  public EntityCommand unwrapMessage(EntityCommand message) {
    return message;
  }
}
