package io.tidemark.sharding;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.setup.Setup;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.JoinSeedNodes;
import org.apache.pekko.cluster.typed.SelfUp;
import org.apache.pekko.cluster.typed.Subscribe;

/** An actor system that is a node of a cluster. */
public final class ClusterNode implements AutoCloseable {
  /** Resource with the settings of a node that is alone. */
  public static final String ONE_NODE = "tidemark-one-node.conf";

  /** Resource with the settings of a node among others. */
  public static final String CLUSTER = "tidemark-cluster.conf";

  private static final Duration START = Duration.ofSeconds(30);

  /** Longer than handing over and leaving may take, phase by phase, in {@link #CLUSTER}. */
  private static final Duration STOP = Duration.ofSeconds(60);

  private final ActorSystem<?> system;
  private final CompletableFuture<Boolean> up;

  private ClusterNode(ActorSystem<?> system, CompletableFuture<Boolean> up) {
    this.system = system;
    this.up = up;
  }

  /**
   * Starts a cluster of this one node, on loopback at a port of the system's choice, and waits
   * until it is up.
   *
   * @param settings complete: {@link #ONE_NODE} and what overrides it, loaded as a whole, since
   *     what Pekko's own reference substitutes would otherwise keep its old values
   * @param setups what else the actor system is given, such as an open journal
   * @throws IllegalStateException where it is not up in time
   */
  public static ClusterNode alone(String name, Config settings, Setup... setups) {
    ClusterNode node = start(name, settings, List.of(), setups);
    node.awaitUp(START);
    return node;
  }

  /**
   * Starts a node that asks its seeds to be let in, and does not wait: until somebody answers it is
   * nobody's node, and goes on asking.
   *
   * @param settings complete: {@link #CLUSTER}, {@link Membership#settings} and what overrides them
   * @param setups what else the actor system is given
   * @throws CannotListen where the address is taken, or is none of this host
   */
  public static ClusterNode among(
      String name, Config settings, Membership membership, Setup... setups) {
    CannotListen.check(settings);
    try {
      return start(name, settings, membership.seeds(), setups);
    } catch (RuntimeException e) {
      throw CannotListen.in(e).orElseThrow(() -> e);
    }
  }

  private static ClusterNode start(
      String name, Config settings, List<NodeAddress> seeds, Setup[] setups) {
    CompletableFuture<Boolean> up = new CompletableFuture<>();
    List<Setup> all = new ArrayList<>(List.of(setups));
    all.add(BootstrapSetup.create(settings));
    ActorSystemSetup setup = ActorSystemSetup.create(all.toArray(Setup[]::new));
    return new ClusterNode(ActorSystem.create(joining(up, seeds), name, setup), up);
  }

  /**
   * Waits until it is a full member of its cluster.
   *
   * @throws IllegalStateException where it is not in time; then it is closed
   */
  public void awaitUp(Duration patience) {
    try {
      up.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the node was starting", e);
    } catch (ExecutionException | TimeoutException e) {
      close();
      throw new IllegalStateException("the node is not up after " + patience, e);
    }
  }

  private static Behavior<SelfUp> joining(CompletableFuture<Boolean> up, List<NodeAddress> seeds) {
    return Behaviors.setup(
        context -> {
          Cluster cluster = Cluster.get(context.getSystem());
          cluster.subscriptions().tell(new Subscribe<>(context.getSelf(), SelfUp.class));
          Address self = cluster.selfMember().address();
          List<Address> ask =
              seeds.isEmpty()
                  ? List.of(self)
                  : seeds.stream()
                      .map(
                          seed ->
                              new Address(self.protocol(), self.system(), seed.host(), seed.port()))
                      .toList();
          cluster.manager().tell(new JoinSeedNodes(ask));
          return Behaviors.receiveMessage(
              selfUp -> {
                up.complete(true);
                return Behaviors.same();
              });
        });
  }

  /** Where pipelines are started. */
  public ActorSystem<?> system() {
    return system;
  }

  /** Whether it has been let into its cluster. */
  public boolean isUp() {
    return up.isDone();
  }

  /** How many nodes of its cluster are up, as far as it knows. */
  public int size() {
    int size = 0;
    for (Member member : Cluster.get(system).state().getMembers()) {
      size += member.status() == MemberStatus.up() ? 1 : 0;
    }
    return size;
  }

  /**
   * Whether its cluster went on without it: the others removed it, or it removed itself where they
   * are the larger part. Then its actor system ends by itself.
   */
  public boolean wasRemoved() {
    Optional<CoordinatedShutdown.Reason> reason =
        CoordinatedShutdown.get(system).getShutdownReason();
    MemberStatus status = Cluster.get(system).selfMember().status();
    if (reason.isPresent()) {
      return reason.get().equals(CoordinatedShutdown.clusterDowningReason());
    }
    // A node that does not know yet that it is up takes itself for removed, so that tells nothing.
    boolean ended = org.apache.pekko.cluster.Cluster.get(Adapter.toClassic(system)).isTerminated();
    return isUp() && (status == MemberStatus.down() || ended);
  }

  /** Begins to hand over and to leave, without waiting; {@link #close} waits for its end. */
  public void leave() {
    system.terminate();
  }

  /** Whether other nodes are there to go on when this one leaves. */
  public boolean hasOthers() {
    return hasOthers(system);
  }

  /** Whether other nodes are there in the system's cluster; false where it is in none. */
  public static boolean hasOthers(ActorSystem<?> system) {
    if (system.settings().config().getString("pekko.actor.provider").equals("local")) {
      return false;
    }
    Cluster cluster = Cluster.get(system);
    CurrentClusterState state = cluster.state();
    Address self = cluster.selfMember().address();
    for (Member member : state.getMembers()) {
      boolean stays = member.status() == MemberStatus.up();
      if (stays && !member.address().equals(self) && !state.getUnreachable().contains(member)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Ends the actor system and waits for it. Among others it hands over what lives here and leaves;
   * where nobody is left, pipelines are to be stopped before.
   */
  @Override
  public void close() {
    system.terminate();
    try {
      system.getWhenTerminated().toCompletableFuture().get(STOP.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      system.log().warn("the actor system did not end in {}", STOP, e);
    }
  }
}
