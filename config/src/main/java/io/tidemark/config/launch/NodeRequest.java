package io.tidemark.config.launch;

import io.tidemark.config.pipeline.ClusterSettings.Tls;
import io.tidemark.sharding.Membership;
import org.jspecify.annotations.Nullable;

/**
 * The node of a cluster that this process is to be.
 *
 * @param membership who it is and whom it asks
 * @param tls null: connections are neither encrypted nor authenticated
 */
public record NodeRequest(Membership membership, @Nullable Tls tls) {}
