package io.tidemark.config.pipeline;

import io.tidemark.sharding.NodeAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the nodes of a cluster find and trust each other.
 *
 * @param seeds nodes to ask for admission; none where the pipeline runs in no cluster
 * @param entities the role of the nodes that have entities; null: all have
 * @param tls null: connections are neither encrypted nor authenticated
 */
public record ClusterSettings(
    List<NodeAddress> seeds, @Nullable String entities, @Nullable Tls tls) {
  /** Copies the list. */
  public ClusterSettings {
    seeds = List.copyOf(seeds);
  }

  /**
   * Mutual TLS: a node speaks only to nodes whose certificate the authority signed. PEM files, read
   * again every few minutes.
   *
   * @param certificate of the node
   * @param key the private key of the certificate, PKCS #8 or PKCS #1, without a password
   * @param authority the certificate of the authority
   */
  public record Tls(Path certificate, Path key, Path authority) {}
}
