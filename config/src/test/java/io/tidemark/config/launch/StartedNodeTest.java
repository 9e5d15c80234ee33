package io.tidemark.config.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sharding.Membership;
import io.tidemark.sharding.NodeAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StartedNodeTest {
  private static String waiting(String self, String... seeds) {
    List<NodeAddress> addresses = Stream.of(seeds).map(NodeAddress::parse).toList();
    return StartedNode.waiting(
        new Membership("worker", NodeAddress.parse(self), addresses), host -> !host.equals("b"));
  }

  @Test
  void saysWhoBeginsTheClusterItWaitsFor() {
    assertThat(waiting("d:1", "a:1", "c:1", "d:1"))
        .isEqualTo(
            "waiting to be let into the cluster: none of a:1, c:1 has one; the first, a:1, begins"
                + " it: start it");
    assertThat(waiting("d:1", "a:1"))
        .isEqualTo("waiting to be let into the cluster: a:1 has none, and begins it: start it");
  }

  @Test
  void saysWhichNameMeansNothing() {
    assertThat(waiting("a:1", "a:1", "b:1", "c:1"))
        .isEqualTo("waiting to be let into the cluster: asked b:1, c:1; b does not resolve");
  }
}
