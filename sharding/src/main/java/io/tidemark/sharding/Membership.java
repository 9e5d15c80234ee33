package io.tidemark.sharding;

import java.util.List;
import java.util.Map;

/**
 * Who a node of a cluster is, and whom it asks to be let in.
 *
 * @param role what it is called among the nodes; a word
 * @param self where it listens
 * @param seeds nodes to ask. The first of them begins a cluster where none of the others answers;
 *     so it is the same first one on all nodes
 */
public record Membership(String role, NodeAddress self, List<NodeAddress> seeds) {
  /** Copies the seeds. */
  public Membership {
    if (seeds.isEmpty()) {
      throw new IllegalArgumentException("a node knows at least one seed node, itself perhaps");
    }
    seeds = List.copyOf(seeds);
  }

  /** What it means for the settings of an actor system, by path. */
  public Map<String, Object> settings() {
    return Map.of(
        "pekko.remote.artery.canonical.hostname", self.host(),
        "pekko.remote.artery.canonical.port", self.port(),
        "pekko.cluster.roles", List.of(role));
  }
}
