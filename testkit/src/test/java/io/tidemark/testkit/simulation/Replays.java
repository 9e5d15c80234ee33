package io.tidemark.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.partition.PartitionEvent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds at every moment that an entity that is made again from its journal, from all of it or from
 * a snapshot on, has the state of the one that lives.
 */
final class Replays implements Lockstep.Witness {
  private final Lockstep pipeline;
  private final Map<EntityId, byte[]> snapshots = new HashMap<>();

  /** How many events are in each snapshot. */
  private final Map<EntityId, Integer> covered = new HashMap<>();

  private int compared;
  private int ofEstimates;

  Replays(Lockstep pipeline) {
    this.pipeline = pipeline;
  }

  /** How often states were compared. */
  int compared() {
    return compared;
  }

  /** How often that was just after a partition estimated its arrival clock. */
  int ofEstimates() {
    return ofEstimates;
  }

  @Override
  public void durable(EntityId id, Entity entity, List<Event> events) {
    Event last = events.get(events.size() - 1);
    if (!saysAll(last)) {
      return;
    }
    byte[] bytes = entity.snapshot();
    byte[] live = unordered(bytes);
    assertThat(state(pipeline.recovered(id, null, events))).as(id.name()).isEqualTo(live);
    byte[] snapshot = snapshots.get(id);
    if (snapshot != null) {
      List<Event> after = events.subList(covered.getOrDefault(id, 0), events.size());
      assertThat(state(pipeline.recovered(id, snapshot, after))).as(id.name()).isEqualTo(live);
    }
    if (events.size() % 4 == 1) {
      snapshots.put(id, bytes);
      covered.put(id, events.size());
    }
    compared++;
    if (last instanceof PartitionEvent.Decided decided
        && decided.decision().what() instanceof Decision.What.Estimated) {
      ofEstimates++;
    }
  }

  /** Not so these: they leave out what the living has heard since of what others made durable. */
  private static boolean saysAll(Event event) {
    return !(event instanceof Event.GenerationTaken) && !(event instanceof PartitionEvent.Rested);
  }

  private static byte[] state(Entity entity) {
    return unordered(entity.snapshot());
  }

  /** The order of senders in a table of theirs is no part of a state. */
  private static byte[] unordered(byte[] state) {
    byte[] sorted = state.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
