package io.tidemark.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runtime.entity.Rig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.sharding.ShardRegion;
import org.apache.pekko.cluster.sharding.typed.GetShardRegionState;
import org.apache.pekko.cluster.sharding.typed.ShardingMessageExtractor;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Three nodes in one JVM, with entities that hear words. */
class RendezvousStrategyIT {
  private static final List<String> SHARDS =
      IntStream.range(0, 12).mapToObj(i -> "partition/orders/" + i).toList();
  private static final String STOP = "stop";
  private static final List<EntityTypeKey<String>> TYPES =
      List.of(
          EntityTypeKey.create(String.class, "partitions"),
          EntityTypeKey.create(String.class, "substreams"));

  private final List<ClusterNode> nodes = new ArrayList<>();
  private final Map<ClusterNode, List<ActorRef<String>>> regions = new HashMap<>();

  private static final class Words extends ShardingMessageExtractor<String, String> {
    @Override
    public String entityId(String message) {
      return message;
    }

    @Override
    public String shardId(String entityId) {
      return entityId;
    }

    @Override
    public String unwrapMessage(String message) {
      return message;
    }
  }

  @AfterEach
  void stop() {
    nodes.forEach(ClusterNode::close);
  }

  private void join() {
    ClusterNode node = Nodes.among("three", Rig.plugins("RendezvousStrategyIT"), nodes);
    nodes.add(node);
    regions.put(
        node,
        TYPES.stream()
            .map(
                type ->
                    ClusterSharding.get(node.system())
                        .init(
                            Entity.of(type, context -> listening())
                                .withMessageExtractor(new Words())
                                .withStopMessage(STOP)
                                .withAllocationStrategy(
                                    new RendezvousStrategy(cluster(node), SHARDS))))
            .toList());
  }

  private static Behavior<String> listening() {
    return Behaviors.receiveMessage(
        word -> STOP.equals(word) ? Behaviors.stopped() : Behaviors.same());
  }

  private static Cluster cluster(ClusterNode node) {
    return Cluster.get(Adapter.toClassic(node.system()));
  }

  private static Address address(ClusterNode node) {
    return cluster(node).selfAddress();
  }

  private void startAllShards() {
    regions.getOrDefault(nodes.get(0), List.of()).forEach(region -> SHARDS.forEach(region::tell));
  }

  /** Where the shards of a type are, by what each region says of its own. */
  private Map<String, String> placed(EntityTypeKey<String> type) {
    Map<String, String> placed = new TreeMap<>();
    for (ClusterNode node : nodes) {
      TestProbe<ShardRegion.CurrentShardRegionState> probe = TestProbe.create(node.system());
      ClusterSharding.get(node.system())
          .shardState()
          .tell(new GetShardRegionState(type, probe.ref()));
      Collection<ShardRegion.ShardState> shards =
          probe.receiveMessage(Duration.ofSeconds(10)).getShards();
      shards.forEach(shard -> placed.put(shard.shardId(), address(node).toString()));
    }
    return placed;
  }

  private Map<String, String> wanted() {
    return Rendezvous.place(SHARDS, nodes.stream().map(node -> address(node).toString()).toList());
  }

  /** A shard that was handed off starts again with its next message. */
  private void eventuallyPlacedAsWanted() {
    TestProbe<Object> probe = TestProbe.create(nodes.get(0).system());
    probe.awaitAssert(
        Duration.ofSeconds(60),
        Duration.ofMillis(500),
        () -> {
          startAllShards();
          for (EntityTypeKey<String> type : TYPES) {
            assertThat(placed(type)).as(type.name()).isEqualTo(wanted());
          }
          return probe;
        });
  }

  @Test
  void putsTwoTypesWhereTheyBelongWhoeverComesAndGoes() {
    join();
    eventuallyPlacedAsWanted();
    join();
    join();
    assertThat(wanted().values().stream().distinct()).hasSize(3);
    eventuallyPlacedAsWanted();
    nodes.remove(2).close();
    eventuallyPlacedAsWanted();
  }
}
