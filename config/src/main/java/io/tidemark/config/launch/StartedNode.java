package io.tidemark.config.launch;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tidemark.config.pipeline.ClusterSettings.Tls;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.core.pipeline.PayloadCodecs;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalSetup;
import io.tidemark.runtime.clock.Stopwatch;
import io.tidemark.sharding.CannotListen;
import io.tidemark.sharding.ClusterNode;
import io.tidemark.sharding.Membership;
import io.tidemark.sharding.NodeAddress;
import io.tidemark.sharding.wire.WireSetup;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.pekko.actor.typed.ActorSystem;
import org.jspecify.annotations.Nullable;

/** The actor system of a run: alone, or one of several nodes. */
final class StartedNode implements AutoCloseable {
  private static final String SYSTEM = "tidemark";
  private static final Duration REMIND = Duration.ofSeconds(10);

  private final ClusterNode node;
  private final Optional<NodeRequest> request;
  private Stopwatch waiting = Stopwatch.started();
  private boolean joined;

  private StartedNode(ClusterNode node, Optional<NodeRequest> request) {
    this.node = node;
    this.request = request;
  }

  /**
   * Starts it. Among others it is not let in yet, and asks again and again, since seed nodes may be
   * started later.
   *
   * @throws Refused where it cannot listen at its address
   */
  static StartedNode start(Optional<NodeRequest> request, Plan plan, Journal journal)
      throws Refused {
    JournalSetup setup = new JournalSetup(journal);
    ClusterNode node;
    if (request.isEmpty()) {
      Config alone = ConfigFactory.parseResources(ClusterNode.ONE_NODE);
      node = ClusterNode.alone(SYSTEM, ConfigFactory.load(alone), setup);
    } else {
      NodeRequest among = request.get();
      WireSetup wire = new WireSetup(plan.pipeline().name(), new PayloadCodecs(plan)::between);
      try {
        node = ClusterNode.among(SYSTEM, settings(among), among.membership(), setup, wire);
      } catch (CannotListen e) {
        throw new Refused(cannotListen(among.membership(), e));
      }
    }
    return new StartedNode(node, request);
  }

  private static Problem cannotListen(Membership membership, CannotListen e) {
    return Problem.of(
        "--node " + membership.role() + "@" + membership.self(),
        "cannot listen there: " + e.getMessage(),
        e.isTaken()
            ? "choose another port or end who has it"
            : "name an address of this host, at which the others reach it");
  }

  ActorSystem<?> system() {
    return node.system();
  }

  /** Says that the node was let in, and until then from time to time that nobody has. */
  void tellHowItJoins(PrintStream messages) {
    if (request.isEmpty() || joined) {
      return;
    }
    joined = node.isUp();
    if (joined) {
      messages.println("tidemark: in the cluster, of which " + node.size() + " nodes are up");
    } else if (waiting.elapsed().compareTo(REMIND) >= 0) {
      messages.println("tidemark: " + waiting(request.get().membership(), StartedNode::resolves));
      waiting = Stopwatch.started();
    }
  }

  /**
   * For whom a node waits that nobody has let in.
   *
   * @param resolves whether a host name means an address here
   */
  static String waiting(Membership membership, Predicate<String> resolves) {
    NodeAddress first = membership.seeds().get(0);
    List<NodeAddress> asked =
        membership.seeds().stream().filter(seed -> !seed.equals(membership.self())).toList();
    String names = asked.stream().map(NodeAddress::toString).collect(Collectors.joining(", "));
    StringBuilder text = new StringBuilder("waiting to be let into the cluster: ");
    if (first.equals(membership.self())) {
      text.append("asked ").append(names);
    } else if (asked.size() == 1) {
      text.append(first).append(" has none, and begins it: start it");
    } else {
      text.append("none of ").append(names).append(" has one; the first, ");
      text.append(first).append(", begins it: start it");
    }
    asked.stream()
        .map(NodeAddress::host)
        .distinct()
        .filter(resolves.negate())
        .forEach(host -> text.append("; ").append(host).append(" does not resolve"));
    return text.toString();
  }

  private static boolean resolves(String host) {
    try {
      return InetAddress.getByName(host).getAddress().length > 0;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Whether its cluster went on without it. */
  boolean wasRemoved() {
    return request.isPresent() && node.wasRemoved();
  }

  /** Begins to leave where other nodes can go on; false where there are none. */
  boolean leave() {
    if (request.isEmpty() || !node.hasOthers()) {
      return false;
    }
    node.leave();
    return true;
  }

  @Override
  public void close() {
    node.close();
  }

  /** What the request means, before what ships; what the JVM was started with comes first. */
  static Config settings(NodeRequest node) {
    Config settings =
        tls(node.tls())
            .withFallback(ConfigFactory.parseMap(node.membership().settings(), "--node"))
            .withFallback(ConfigFactory.parseResources(ClusterNode.CLUSTER));
    return ConfigFactory.load(settings);
  }

  private static Config tls(@Nullable Tls tls) {
    if (tls == null) {
      return ConfigFactory.empty();
    }
    String engine = "pekko.remote.artery.ssl.rotating-keys-engine.";
    return ConfigFactory.parseMap(
        Map.of(
            "pekko.remote.artery.transport",
            "tls-tcp",
            "pekko.remote.artery.ssl.ssl-engine-provider",
            "org.apache.pekko.remote.artery.tcp.ssl.RotatingKeysSSLEngineProvider",
            engine + "key-file",
            tls.key().toString(),
            engine + "cert-file",
            tls.certificate().toString(),
            engine + "ca-cert-file",
            tls.authority().toString()),
        "cluster.tls");
  }
}
