package io.tidemark.sharding.wire;

import io.tidemark.core.codec.Codec;
import io.tidemark.core.message.EntityId;

/** How the values that one entity sends another become bytes. Called from many threads at once. */
@FunctionalInterface
public interface Payloads {
  /**
   * The form of what one sends the other.
   *
   * @throws IllegalArgumentException where there is no such entity, or nothing is sent so
   */
  Codec<Object> between(EntityId sender, EntityId receiver);
}
