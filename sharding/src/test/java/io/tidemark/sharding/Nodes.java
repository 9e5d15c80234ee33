package io.tidemark.sharding;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.sharding.wire.Payloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.cluster.Cluster;

/** Nodes with the shipped settings, as the composition root loads them. */
final class Nodes {
  /** Values that a row can hold, whoever receives them. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static final Payloads VALUES = (sender, receiver) -> (Codec) ValueCodec.INSTANCE;

  private Nodes() {}

  static ClusterNode alone(String name, Config settings) {
    return ClusterNode.alone(name, load(settings, ClusterNode.ONE_NODE));
  }

  /** A node at a free port, once it is up; it asks the first of the others. */
  static ClusterNode among(String name, Config settings, List<ClusterNode> others) {
    NodeAddress self = new NodeAddress("127.0.0.1", freePort());
    NodeAddress seed = others.isEmpty() ? self : address(others.get(0));
    Membership membership = new Membership("worker", self, List.of(seed));
    Config all = settings.withFallback(ConfigFactory.parseMap(membership.settings()));
    ClusterNode node = ClusterNode.among(name, load(all, ClusterNode.CLUSTER), membership);
    node.awaitUp(Duration.ofSeconds(30));
    return node;
  }

  private static NodeAddress address(ClusterNode node) {
    Address address = Cluster.get(Adapter.toClassic(node.system())).selfAddress();
    return new NodeAddress(address.getHost().orElseThrow(), address.getPort().orElseThrow());
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Config load(Config settings, String resource) {
    return ConfigFactory.load(settings.withFallback(ConfigFactory.parseResources(resource)));
  }
}
