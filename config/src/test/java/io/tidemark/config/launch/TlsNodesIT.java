package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.config.pipeline.ClusterSettings.Tls;
import io.tidemark.sharding.ClusterNode;
import io.tidemark.sharding.Membership;
import io.tidemark.sharding.NodeAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.cluster.Cluster;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutual TLS between nodes, with certificates as openssl makes them. */
class TlsNodesIT {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(8);

  @TempDir Path folder;

  private final List<ClusterNode> nodes = new ArrayList<>();

  @BeforeEach
  void makeCertificates() throws Exception {
    Assumptions.assumeTrue(isThere("openssl"), "openssl is not installed: no certificates");
    authority("ours");
    authority("theirs");
    certificate("node", "ours");
    certificate("stranger", "theirs");
  }

  @AfterEach
  void stop() {
    nodes.forEach(ClusterNode::close);
  }

  private static boolean isThere(String program) throws InterruptedException {
    try {
      return new ProcessBuilder(program, "version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private void openssl(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private void authority(String name) throws Exception {
    openssl(
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=tidemark",
        "-keyout",
        name + ".key",
        "-out",
        name + ".crt");
  }

  private void certificate(String name, String authority) throws Exception {
    openssl(
        "req",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=tidemark",
        "-keyout",
        name + ".key",
        "-out",
        name + ".csr");
    openssl(
        "x509",
        "-req",
        "-in",
        name + ".csr",
        "-days",
        "2",
        "-CAcreateserial",
        "-CA",
        authority + ".crt",
        "-CAkey",
        authority + ".key",
        "-out",
        name + ".crt");
  }

  private Tls tls(String certificate, String authority) {
    return new Tls(
        folder.resolve(certificate + ".crt"),
        folder.resolve(certificate + ".key"),
        folder.resolve(authority + ".crt"));
  }

  private ClusterNode start(@Nullable Tls tls) throws IOException {
    NodeAddress self = new NodeAddress("127.0.0.1", freePort());
    NodeAddress seed = nodes.isEmpty() ? self : address(nodes.get(0));
    Membership membership = new Membership("worker", self, List.of(seed));
    NodeRequest request = new NodeRequest(membership, tls);
    ClusterNode node = ClusterNode.among("tidemark", StartedNode.settings(request), membership);
    nodes.add(node);
    return node;
  }

  private static NodeAddress address(ClusterNode node) {
    Address self = Cluster.get(Adapter.toClassic(node.system())).selfAddress();
    return new NodeAddress(self.getHost().orElseThrow(), self.getPort().orElseThrow());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void whoHasACertificateOfTheAuthorityIsLetInAndNobodyElse() throws Exception {
    start(tls("node", "ours")).awaitUp(Duration.ofSeconds(30));
    start(tls("node", "ours")).awaitUp(Duration.ofSeconds(30));
    assertThat(nodes.get(0).hasOthers()).isTrue();

    ClusterNode plain = start(null);
    ClusterNode stranger = start(tls("stranger", "theirs"));
    // It trusts us, but we do not trust it.
    ClusterNode half = start(tls("stranger", "ours"));
    for (ClusterNode node : List.of(plain, stranger, half)) {
      assertThatThrownBy(() -> node.awaitUp(LONG_ENOUGH))
          .hasMessageContaining("the node is not up after");
    }
    assertThat(Cluster.get(Adapter.toClassic(nodes.get(0).system())).state().getMembers())
        .hasSize(2);
  }
}
