package io.tidemark.testkit.simulation;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.partition.PartitionEvent;
import io.tidemark.core.substream.SubstreamEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The journals of all entities: compare-and-set on the sequence number, and fences. What is written
 * has to say that applied progress never falls.
 */
final class Journals {
  private static final class Log {
    private final List<Event> events = new ArrayList<>();
    private byte @Nullable [] snapshot;
    private int covered;
  }

  private final Map<EntityId, Log> logs = new HashMap<>();
  private final Map<EntityId, Long> fences = new HashMap<>();
  private final Sabotage sabotage;
  private final AppliedProgress applied = new AppliedProgress();

  Journals(Sabotage sabotage) {
    this.sabotage = sabotage;
  }

  private Log log(EntityId id) {
    return logs.computeIfAbsent(id, i -> new Log());
  }

  /** How many events were ever written. */
  int sequence(EntityId id) {
    return log(id).events.size();
  }

  /** Appends the event if the sequence number is the expected one and the fence is the newest. */
  boolean append(EntityId id, int expectedSequence, Event event) {
    Log log = log(id);
    if (log.events.size() != expectedSequence && sabotage.checksSequence()) {
      return false;
    }
    if (event instanceof SubstreamEvent.Advanced advanced
        && fences.getOrDefault(advanced.partition(), 0L) != advanced.fence()
        && sabotage.checksFence()) {
      return false;
    }
    if (event instanceof Event.GenerationTaken taken && taken.fence()) {
      fences.put(id, taken.generation());
    }
    log.events.add(sabotage.recorded(id, event));
    applied.record(id, event);
    return true;
  }

  /** An incarnation has ended: what it wrote stays. */
  void ended(Incarnation node) {
    List<Event> events = log(node.id).events;
    if (!sabotage.keepsLastEvent()
        && !events.isEmpty()
        && events.size() == node.sequence
        && events.size() > log(node.id).covered) {
      events.remove(events.size() - 1);
    }
  }

  void snapshot(EntityId id, int sequence, byte[] bytes) {
    Log log = log(id);
    if (sequence > log.covered) {
      log.snapshot = bytes;
      log.covered = sequence;
    }
  }

  /** Brings a new incarnation to where the journal is. */
  void recover(EntityId id, Entity entity) {
    Log log = log(id);
    if (log.snapshot != null) {
      entity.restore(log.snapshot);
    }
    List.copyOf(log.events.subList(log.covered, log.events.size())).forEach(entity::replay);
  }

  /** What the partition decided, in order. */
  List<Decision> decisions(EntityId.Partition partition) {
    List<Decision> decisions = new ArrayList<>();
    for (Event event : log(partition).events) {
      if (event instanceof PartitionEvent.Decided decided) {
        decisions.add(decided.decision());
      }
    }
    return decisions;
  }

  /** All events, for checks after a run. */
  List<Event> all(EntityId id) {
    return List.copyOf(log(id).events);
  }
}
