package io.tidemark.sharding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.ShardCoordinator.AbstractShardAllocationStrategy;
import org.apache.pekko.dispatch.Futures;
import scala.collection.immutable.IndexedSeq;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Puts shards where {@link Rendezvous} says, given the nodes that are up and may have entities.
 *
 * <p>Each type of entity has a coordinator of its own and asks at its own time: two types agree
 * once the cluster has settled, not at once. Called on a coordinator's thread.
 */
final class RendezvousStrategy extends AbstractShardAllocationStrategy {
  private final Cluster cluster;
  private final Set<String> shards;

  /** Of the nodes that have entities; empty: all have. */
  private final String role;

  /** Places these shards, all that the type of entity will ever have. */
  RendezvousStrategy(Cluster cluster, Collection<String> shards) {
    this.cluster = cluster;
    this.shards = Set.copyOf(shards);
    this.role = cluster.system().settings().config().getString("pekko.cluster.sharding.role");
  }

  @Override
  public Future<ActorRef> allocateShard(
      ActorRef requester,
      String shardId,
      Map<ActorRef, IndexedSeq<String>> currentShardAllocations) {
    Map<String, ActorRef> regions = new HashMap<>();
    currentShardAllocations.keySet().forEach(region -> regions.put(node(region), region));
    Set<String> up = up(cluster.state());
    ActorRef wanted = regions.get(wanted(shardId, up));
    if (wanted == null) {
      // The node is up before its region has registered; the next rebalance moves the shard there.
      Set<String> reachable = new HashSet<>(up);
      reachable.retainAll(regions.keySet());
      wanted = regions.get(wanted(shardId, reachable));
    }
    return Futures.successful(wanted == null ? requester : wanted);
  }

  @Override
  public Future<Set<String>> rebalance(
      Map<ActorRef, IndexedSeq<String>> currentShardAllocations, Set<String> rebalanceInProgress) {
    Map<String, List<String>> allocated = new HashMap<>();
    currentShardAllocations.forEach(
        (region, ids) -> allocated.put(node(region), CollectionConverters.asJava(ids)));
    CurrentClusterState state = cluster.state();
    return Futures.successful(
        state.getUnreachable().isEmpty() && rebalanceInProgress.isEmpty()
            ? misplaced(allocated, up(state))
            : Set.of());
  }

  /**
   * The shards that lie on a node that is up and belong on another one that can take them. Those on
   * a dead or leaving node are not named: to hand them off would wait for the node's answer, while
   * its death or leaving frees them anyway.
   */
  Set<String> misplaced(Map<String, List<String>> allocated, Set<String> up) {
    Set<String> all = new TreeSet<>(shards);
    allocated.values().forEach(all::addAll);
    Map<String, String> wanted = Rendezvous.place(all, up);
    Set<String> misplaced = new HashSet<>();
    allocated.forEach(
        (node, ids) -> {
          if (up.contains(node)) {
            for (String shard : ids) {
              String target = wanted.get(shard);
              if (!node.equals(target) && allocated.containsKey(target)) {
                misplaced.add(shard);
              }
            }
          }
        });
    return misplaced;
  }

  private String wanted(String shardId, Set<String> nodes) {
    Set<String> all = new TreeSet<>(shards);
    all.add(shardId);
    return Rendezvous.place(all, nodes).getOrDefault(shardId, "");
  }

  private Set<String> up(CurrentClusterState state) {
    List<String> up = new ArrayList<>();
    for (Member member : state.getMembers()) {
      if (member.status() == MemberStatus.up() && (role.isEmpty() || member.hasRole(role))) {
        up.add(member.address().toString());
      }
    }
    return new TreeSet<>(up);
  }

  /** The coordinator's own region is a local reference: its path has no host. */
  private String node(ActorRef region) {
    Address address = region.path().address();
    return (address.hasLocalScope() ? cluster.selfAddress() : address).toString();
  }
}
