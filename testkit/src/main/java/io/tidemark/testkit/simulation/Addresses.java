package io.tidemark.testkit.simulation;

import io.tidemark.core.message.EntityId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Which incarnation of an entity a message reaches: the one that runs, one before it that goes on
 * for a while, or none, where the sender speaks to a node that it was moved from.
 */
final class Addresses {
  /** For so long at most do senders not know of a move. */
  private static final int MOST_STEPS_UNKNOWN = 300;

  private final Random random;
  private final Map<EntityId, Incarnation> running = new HashMap<>();
  private final List<Incarnation> lingering = new ArrayList<>();
  private final Map<EntityId, Long> unknownUntilStep = new HashMap<>();

  Addresses(Random random) {
    this.random = random;
  }

  void begin(Incarnation node) {
    running.put(node.id, node);
  }

  @Nullable Incarnation running(EntityId id) {
    return running.get(id);
  }

  /** All that run, by name: in an order that depends on nothing else. */
  List<Incarnation> running() {
    List<Incarnation> nodes = new ArrayList<>(running.values());
    nodes.sort(Comparator.comparing(node -> node.id.name()));
    return nodes;
  }

  /** It goes on, though its successor may begin at any time. */
  void linger(Incarnation node) {
    running.remove(node.id);
    lingering.add(node);
  }

  void end(Incarnation node) {
    running.remove(node.id, node);
    lingering.remove(node);
  }

  /** The entity has another address, which for a while not every sender knows. */
  void moved(EntityId id, long step) {
    unknownUntilStep.put(id, step + random.nextInt(MOST_STEPS_UNKNOWN));
  }

  /** Whether it goes to where the receiver was. */
  boolean isAstray(Network.Delivery delivery, long step) {
    if (delivery.only() != null) {
      return delivery.only().dead;
    }
    boolean moved = step < unknownUntilStep.getOrDefault(delivery.to(), 0L);
    return moved && delivery.from() != null && random.nextBoolean();
  }

  /** Whom it reaches, where it does not go astray; null: nobody runs. */
  @Nullable Incarnation receiver(Network.Delivery delivery) {
    if (delivery.only() != null) {
      return delivery.only();
    }
    for (Incarnation old : lingering) {
      if (old.id.equals(delivery.to()) && random.nextInt(3) == 0) {
        return old;
      }
    }
    return running.get(delivery.to());
  }
}
