package io.tidemark.sharding;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.LocalEntities;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.Placement;
import io.tidemark.runtime.channel.Directory;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.coordinator.CoordinatorShell;
import io.tidemark.runtime.entity.EntityShell;
import io.tidemark.runtime.entity.PipelineNode;
import io.tidemark.sharding.wire.Payloads;
import io.tidemark.sharding.wire.WirePipelines;
import java.util.Collection;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.pubsub.Topic;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityContext;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.cluster.typed.ClusterSingleton;
import org.apache.pekko.cluster.typed.SingletonActor;
import org.jspecify.annotations.Nullable;

/**
 * Entities live on the nodes of a cluster: members are sharded, the coordinator is a singleton, and
 * substreams are where their partition is.
 *
 * <p>Partitions, key groups and sinks are one type each, since each type's entities stop and start
 * in their own way. None is remembered and none passivated by Pekko: the coordinator pings members.
 * A partition starts its substreams in its own JVM and nobody else does; where it moves, they end
 * and start with it.
 *
 * <p>An actor system runs a pipeline of one name once: Pekko keeps a type of entity, and a
 * singleton that has ended, until the system ends.
 */
public final class ClusterPlacement implements Placement {
  private final List<EntityId.Member> members;
  private final Payloads payloads;
  private volatile @Nullable ActorRef<EntityCommand> coordinator;

  private record Regions(
      ActorRef<EntityCommand> partitions,
      ActorRef<EntityCommand> keyGroups,
      ActorRef<EntityCommand> sinks) {}

  private ClusterPlacement(Collection<? extends EntityId.Member> members, Payloads payloads) {
    this.members = List.copyOf(members);
    this.payloads = payloads;
  }

  /**
   * The placement of a pipeline.
   *
   * @param members all members of the pipeline: the same on every node
   * @param payloads how what they tell each other leaves a node
   */
  public static Placement of(Collection<? extends EntityId.Member> members, Payloads payloads) {
    return new ClusterPlacement(members, payloads);
  }

  @Override
  public Directory settle(ActorContext<?> context, PipelineNode node) {
    ActorSystem<?> system = context.getSystem();
    WirePipelines.get(Adapter.toClassic(system)).add(node.pipeline(), payloads);
    Directory substreams = new LocalEntities(system, node);
    Regions regions =
        new Regions(
            region(system, node, "partition", EntityId.Partition.class),
            region(system, node, "keygroup", EntityId.KeyGroup.class),
            region(system, node, "sink", EntityId.Sink.class));
    return envelope -> {
      if (envelope.to() instanceof EntityId.Substream) {
        substreams.route(envelope);
        return;
      }
      ActorRef<EntityCommand> region = region(regions, envelope.to());
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

  @Override
  public ActorRef<Outcome> announcer(
      ActorContext<?> context, PipelineNode node, ActorRef<Outcome> hears) {
    ActorRef<Topic.Command<Outcome>> topic =
        context.spawn(
            Topic.create(Outcome.class, "tidemark-outcome-" + node.pipeline()), "outcome");
    topic.tell(Topic.subscribe(hears));
    return context.spawn(announcing(topic), "announcer");
  }

  private static Behavior<Outcome> announcing(ActorRef<Topic.Command<Outcome>> topic) {
    return Behaviors.receiveMessage(
        outcome -> {
          topic.tell(Topic.publish(outcome));
          return Behaviors.same();
        });
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
                .withMessageExtractor(new MemberShards())
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

  private @Nullable ActorRef<EntityCommand> region(Regions regions, EntityId id) {
    if (id instanceof EntityId.Partition) {
      return regions.partitions;
    } else if (id instanceof EntityId.KeyGroup) {
      return regions.keyGroups;
    } else if (id instanceof EntityId.Sink) {
      return regions.sinks;
    } else if (id instanceof EntityId.Coordinator) {
      return coordinator;
    }
    throw new AssertionError("unknown entity " + id);
  }
}
