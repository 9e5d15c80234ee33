package io.tidemark.sharding;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who a node of a cluster is, and whom it asks to be let in.
 *
 * @param role what it is called among the nodes; a word
 * @param self where it listens
 * @param seeds nodes to ask. The first of them begins a cluster where none of the others answers;
 *     so it is the same first one on all nodes
 * @param entities nodes of this role have the pipeline's entities, the others none; the same on all
 *     nodes; null: all nodes have some
 */
public record Membership(
    String role, NodeAddress self, List<NodeAddress> seeds, @Nullable String entities) {
  /** A node of a cluster in which all nodes have entities. */
  public Membership(String role, NodeAddress self, List<NodeAddress> seeds) {
    this(role, self, seeds, null);
  }

  /** Copies the seeds. */
  public Membership {
    if (seeds.isEmpty()) {
      throw new IllegalArgumentException("a node knows at least one seed node, itself perhaps");
    }
    seeds = List.copyOf(seeds);
  }

  /** What it means for the settings of an actor system, by path. */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("pekko.remote.artery.canonical.hostname", self.host());
    settings.put("pekko.remote.artery.canonical.port", self.port());
    settings.put("pekko.cluster.roles", List.of(role));
    if (entities != null) {
      settings.put("pekko.cluster.sharding.role", entities);
      settings.put("pekko.cluster.singleton.role", entities);
    }
    return settings;
  }
}
