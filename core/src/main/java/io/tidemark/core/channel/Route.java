package io.tidemark.core.channel;

import io.tidemark.core.message.EntityId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Where outputs of one kind go. */
public sealed interface Route {
  /** Everyone whom it leads to. */
  List<EntityId> receivers();

  /** All of them to one sink. */
  record ToSink(EntityId.Sink sink) implements Route {
    @Override
    public List<EntityId> receivers() {
      return List.of(sink);
    }
  }

  /**
   * Each to the key group that answers for its key, or to several of them.
   *
   * @param key the key of an output's value, {@link io.tidemark.core.key.KeySelector#NOWHERE} or
   *     {@link io.tidemark.core.key.Groups}; never null for a value that gets here
   */
  record ToKeyGroups(String stream, int groups, Function<Object, Object> key) implements Route {
    @Override
    public List<EntityId> receivers() {
      List<EntityId> receivers = new ArrayList<>();
      for (int group = 0; group < groups; group++) {
        receivers.add(new EntityId.KeyGroup(stream, group));
      }
      return receivers;
    }
  }
}
