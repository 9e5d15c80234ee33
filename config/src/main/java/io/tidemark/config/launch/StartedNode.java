package io.tidemark.config.launch;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tidemark.config.pipeline.ClusterSettings.Tls;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalSetup;
import io.tidemark.runtime.clock.Stopwatch;
import io.tidemark.sharding.ClusterNode;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Starts the actor system of a run: alone, or as one of several nodes. */
final class StartedNode {
  private static final String SYSTEM = "tidemark";
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration REMIND = Duration.ofSeconds(10);

  private StartedNode() {}

  /**
   * Starts it and waits until it is up, or until a signal comes: seed nodes are asked again and
   * again, since they may be started later.
   */
  static ClusterNode start(
      Optional<NodeRequest> request,
      Journal journal,
      PrintStream messages,
      AtomicReference<@Nullable Signals> signal)
      throws InterruptedException {
    JournalSetup setup = new JournalSetup(journal);
    if (request.isEmpty()) {
      Config alone = ConfigFactory.parseResources(ClusterNode.ONE_NODE);
      return ClusterNode.alone(SYSTEM, ConfigFactory.load(alone), setup);
    }
    NodeRequest node = request.get();
    CompletableFuture<Boolean> up = new CompletableFuture<>();
    ClusterNode started = ClusterNode.among(SYSTEM, settings(node), node.membership(), up, setup);
    Stopwatch waiting = Stopwatch.started();
    while (!isUp(up) && signal.get() == null && !started.hasEnded()) {
      if (waiting.elapsed().compareTo(REMIND) >= 0) {
        messages.println(
            "tidemark: waiting to be let into the cluster; asked: " + node.membership().seeds());
        waiting = Stopwatch.started();
      }
    }
    return started;
  }

  private static boolean isUp(CompletableFuture<Boolean> up) throws InterruptedException {
    try {
      return up.get(POLL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("being up never fails", e);
    }
  }

  /** What the request means, before what ships; what the JVM was started with comes first. */
  private static Config settings(NodeRequest node) {
    Config settings =
        tls(node.tls())
            .withFallback(ClusterNode.settings(node.membership()))
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
