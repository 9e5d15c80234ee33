package io.tidemark.sharding;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.sharding.wire.Payloads;
import java.util.Optional;
import org.apache.pekko.actor.Address;

/** Nodes with the shipped settings, as the composition root loads them. */
final class Nodes {
  /** Values that a row can hold, whoever receives them. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static final Payloads VALUES = receiver -> (Codec) ValueCodec.INSTANCE;

  private Nodes() {}

  static ClusterNode alone(String name, Config settings) {
    return ClusterNode.alone(name, load(settings, ClusterNode.ONE_NODE));
  }

  static ClusterNode among(String name, Config settings, Optional<Address> other) {
    return ClusterNode.among(name, load(settings, ClusterNode.CLUSTER), other);
  }

  private static Config load(Config settings, String resource) {
    return ConfigFactory.load(settings.withFallback(ConfigFactory.parseResources(resource)));
  }
}
