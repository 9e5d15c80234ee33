package io.tidemark.core.channel;

import io.tidemark.core.message.EntityId;
import java.util.function.Function;

/** Where outputs of one kind go. */
public sealed interface Route {
  /** All of them to one sink. */
  record ToSink(EntityId.Sink sink) implements Route {}

  /**
   * Each to the key group that answers for its key.
   *
   * @param key the key of an output's value; never null for a value that gets here
   */
  record ToKeyGroups(String stream, int groups, Function<Object, Object> key) implements Route {}
}
