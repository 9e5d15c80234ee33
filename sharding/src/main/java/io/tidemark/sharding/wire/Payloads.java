package io.tidemark.sharding.wire;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.message.EntityId;

/**
 * How the values that an entity receives become bytes, whoever they come from. Called from many
 * threads at once.
 */
@FunctionalInterface
public interface Payloads {
  /**
   * The form of what it receives.
   *
   * @throws IllegalArgumentException where there is no such entity, or it receives no values
   */
  Codec<Object> to(EntityId receiver);
}
