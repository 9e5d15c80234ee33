package io.tidemark.testkit.simulation;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Messages under way. Those between the same two incarnations mostly keep their order; everything
 * else may overtake everything, be lost, or come twice.
 */
final class Network {
  /**
   * Something under way.
   *
   * @param from null where nobody sent it who could lose it: an answer of a disk, a note to itself
   * @param only the one incarnation it is for; null: whichever runs
   */
  record Delivery(
      @Nullable Incarnation from, EntityId to, @Nullable Incarnation only, Message message) {}

  private final List<Delivery> underWay = new ArrayList<>();
  private final Random random;
  private final Faults faults;

  Network(Random random, Faults faults) {
    this.random = random;
    this.faults = faults;
  }

  void add(Delivery delivery) {
    underWay.add(delivery);
  }

  boolean isEmpty() {
    return underWay.isEmpty();
  }

  int size() {
    return underWay.size();
  }

  /**
   * Takes a message; null where it was lost.
   *
   * @param calm whether nothing breaks any more
   */
  @Nullable Delivery next(boolean calm) {
    int index = random.nextInt(underWay.size());
    Delivery picked = underWay.get(index);
    // Mostly the oldest between the same two. Not always: between a shard region and a direct
    // reference even messages of one pair overtake each other.
    boolean ordered = random.nextInt(8) > 0;
    for (int i = 0; ordered && i < index; i++) {
      Delivery other = underWay.get(i);
      if (other.from == picked.from && other.to.equals(picked.to) && other.only == picked.only) {
        index = i;
        picked = other;
        break;
      }
    }
    boolean breakable = !calm && picked.from != null;
    if (breakable && faults.happens(faults.duplicate(), random)) {
      underWay.add(picked);
    } else {
      underWay.remove(index);
    }
    return breakable && faults.happens(faults.loss(), random) ? null : picked;
  }
}
