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
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.setup.Setup;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.cluster.typed.SelfUp;
import org.apache.pekko.cluster.typed.Subscribe;

/** An actor system that is a node of a cluster. */
public final class ClusterNode implements AutoCloseable {
  /** Resource with the settings of a node that is alone. */
  public static final String ONE_NODE = "tidemark-one-node.conf";

  /** Resource with the settings of a node among others. */
  public static final String CLUSTER = "tidemark-cluster.conf";

  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration STOP = Duration.ofSeconds(20);

  private final ActorSystem<?> system;

  private ClusterNode(ActorSystem<?> system) {
    this.system = system;
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
    return start(name, settings, Optional.empty(), setups);
  }

  /**
   * Starts a node, joins the cluster of another one, or begins a cluster where there is no other,
   * and waits until it is up.
   *
   * @param settings complete: {@link #CLUSTER} and what overrides it
   * @param other address of a node of the cluster
   * @param setups what else the actor system is given
   * @throws IllegalStateException where it is not up in time
   */
  static ClusterNode among(String name, Config settings, Optional<Address> other, Setup... setups) {
    return start(name, settings, other, setups);
  }

  private static ClusterNode start(
      String name, Config settings, Optional<Address> other, Setup[] setups) {
    CompletableFuture<Boolean> up = new CompletableFuture<>();
    List<Setup> all = new ArrayList<>(List.of(setups));
    all.add(BootstrapSetup.create(settings));
    ActorSystemSetup setup = ActorSystemSetup.create(all.toArray(Setup[]::new));
    ClusterNode node = new ClusterNode(ActorSystem.create(joining(up, other), name, setup));
    try {
      up.get(START.toMillis(), TimeUnit.MILLISECONDS);
      return node;
    } catch (InterruptedException e) {
      node.close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the node was starting", e);
    } catch (ExecutionException | TimeoutException e) {
      node.close();
      throw new IllegalStateException("the node is not up after " + START, e);
    }
  }

  private static Behavior<SelfUp> joining(CompletableFuture<Boolean> up, Optional<Address> other) {
    return Behaviors.setup(
        context -> {
          Cluster cluster = Cluster.get(context.getSystem());
          cluster.subscriptions().tell(new Subscribe<>(context.getSelf(), SelfUp.class));
          cluster.manager().tell(new Join(other.orElse(cluster.selfMember().address())));
          return Behaviors.receiveMessage(
              self -> {
                up.complete(true);
                return Behaviors.same();
              });
        });
  }

  /** Where pipelines are started. */
  public ActorSystem<?> system() {
    return system;
  }

  /** Ends the actor system and waits for it; pipelines are to be stopped before. */
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
