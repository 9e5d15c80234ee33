package io.tidemark.sharding;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.Placement;
import io.tidemark.runtime.channel.Directory;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.coordinator.CoordinatorShell;
import io.tidemark.runtime.entity.EntityShell;
import io.tidemark.runtime.entity.PipelineNode;
import java.util.Collection;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityContext;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.cluster.typed.ClusterSingleton;
import org.apache.pekko.cluster.typed.SingletonActor;
import org.jspecify.annotations.Nullable;

/**
 * Entities live on the nodes of a cluster: members and substreams are sharded, the coordinator is a
 * singleton.
 *
 * <p>Partitions and substreams are two types with the same shards, since each type's entities stop
 * and start in their own way; key groups and sinks are one type each. None is remembered and none
 * passivated by Pekko: the coordinator pings members, a partition feeds its substreams and agrees
 * with them when they leave.
 *
 * <p>An actor system runs a pipeline of one name once: Pekko keeps a type of entity, and a
 * singleton that has ended, until the system ends.
 */
public final class ClusterPlacement implements Placement {
  private final List<EntityId.Member> members;
  private volatile @Nullable ActorRef<EntityCommand> coordinator;

  private record Regions(
      ActorRef<EntityCommand> partitions,
      ActorRef<EntityCommand> substreams,
      ActorRef<EntityCommand> keyGroups,
      ActorRef<EntityCommand> sinks) {}

  private ClusterPlacement(Collection<? extends EntityId.Member> members) {
    this.members = List.copyOf(members);
  }

  /** The placement of a pipeline with these members: all of them, the same on every node. */
  public static Placement of(Collection<? extends EntityId.Member> members) {
    return new ClusterPlacement(members);
  }

  @Override
  public Directory settle(ActorContext<?> context, PipelineNode node) {
    ActorSystem<?> system = context.getSystem();
    Regions settled =
        new Regions(
            region(system, node, "partition", EntityId.Partition.class),
            region(system, node, "substream", EntityId.Partition.class),
            region(system, node, "keygroup", EntityId.KeyGroup.class),
            region(system, node, "sink", EntityId.Sink.class));
    return envelope -> {
      ActorRef<EntityCommand> region = region(settled, envelope.to());
      if (region != null) { // Nobody speaks to a coordinator that has not begun.
        region.tell(envelope);
      }
    };
  }

  @Override
  public void startCoordinator(ActorContext<?> context, PipelineNode node) {
    coordinator =
        ClusterSingleton.get(context.getSystem())
            .init(
                SingletonActor.of(
                        CoordinatorShell.create(node), "tidemark-coordinator-" + node.pipeline())
                    .withStopMessage(EntityCommand.Stop.INSTANCE));
  }

  private ActorRef<EntityCommand> region(
      ActorSystem<?> system,
      PipelineNode node,
      String kind,
      Class<? extends EntityId.Member> sharded) {
    List<String> shards = members.stream().filter(sharded::isInstance).map(EntityId::name).toList();
    EntityTypeKey<EntityCommand> type =
        EntityTypeKey.create(EntityCommand.class, "tidemark-" + kind + "-" + node.pipeline());
    return ClusterSharding.get(system)
        .init(
            Entity.of(type, context -> shell(node, context))
                .withMessageExtractor(new EntityShards())
                .withAllocationStrategy(
                    new RendezvousStrategy(Cluster.get(Adapter.toClassic(system)), shards))
                .withStopMessage(EntityCommand.Stop.INSTANCE));
  }

  /** It leaves through its shard, which keeps what comes meanwhile for the next incarnation. */
  private static Behavior<EntityCommand> shell(
      PipelineNode node, EntityContext<EntityCommand> context) {
    return EntityShell.create(
        EntityId.parse(context.getEntityId()),
        node,
        incarnation -> context.getShard().tell(new ClusterSharding.Passivate<>(incarnation)));
  }

  private @Nullable ActorRef<EntityCommand> region(Regions settled, EntityId id) {
    if (id instanceof EntityId.Substream) {
      return settled.substreams;
    } else if (id instanceof EntityId.Partition) {
      return settled.partitions;
    } else if (id instanceof EntityId.KeyGroup) {
      return settled.keyGroups;
    } else if (id instanceof EntityId.Sink) {
      return settled.sinks;
    } else if (id instanceof EntityId.Coordinator) {
      return coordinator;
    }
    throw new AssertionError("unknown entity " + id);
  }
}
