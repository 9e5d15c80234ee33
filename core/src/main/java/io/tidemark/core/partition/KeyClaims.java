package io.tidemark.core.partition;

import io.tidemark.core.channel.Outgoing;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The keys that one decision of a partition claims, by the key group that knows their owner. */
final class KeyClaims {
  private final EntityId.Partition self;
  private final String owners;
  private final List<List<Output>> byGroup = new ArrayList<>();

  /**
   * Nothing claimed.
   *
   * @param owners the name of the key groups of {@link KeyOwners}
   */
  KeyClaims(EntityId.Partition self, String owners, int groups) {
    this.self = self;
    this.owners = owners;
    for (int group = 0; group < groups; group++) {
      byGroup.add(new ArrayList<>());
    }
  }

  List<EntityId> receivers() {
    List<EntityId> receivers = new ArrayList<>();
    for (int group = 0; group < byGroup.size(); group++) {
      receivers.add(receiver(group));
    }
    return receivers;
  }

  private EntityId receiver(int group) {
    return new EntityId.KeyGroup(owners, group);
  }

  /** Claims a key. */
  void claim(Object key) {
    byGroup
        .get(KeySelector.group(key, byGroup.size()))
        .add(new Output(Time.MAX, new KeyOwners.Claim(key, self.index())));
  }

  /**
   * Hands the claims on under the decision's number. They hold no progress back and none is beyond
   * them: a restarted partition may repeat a claim that came before what is final by now.
   */
  void hand(long number, Function<EntityId, Outgoing> channels) {
    for (int group = 0; group < byGroup.size(); group++) {
      List<Output> claims = byGroup.get(group);
      if (!claims.isEmpty()) {
        channels
            .apply(receiver(group))
            .add(number, Time.MAX, new Message.Outputs(List.copyOf(claims)));
        claims.clear();
      }
    }
  }
}
