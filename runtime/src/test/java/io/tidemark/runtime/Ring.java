package io.tidemark.runtime;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A pipeline whose members write one event for each ping and then tell the coordinator, and the
 * next member, how many they have written, under a generation that each incarnation takes anew.
 * Whoever dies when: no number is told twice, and what a later generation tells is above all that
 * an earlier one told, in whatever order that is heard. The coordinator keeps the largest of each.
 */
public final class Ring implements Quiet.Factory {
  /** A member has written once more. */
  public record Rounded(long rounds) implements Event {}

  private final int size;
  private final Map<EntityId, Integer> incarnations = new ConcurrentHashMap<>();
  private final Map<EntityId, Long> told = new ConcurrentHashMap<>();
  private final Map<EntityId, NavigableMap<Long, Long>> generations = new ConcurrentHashMap<>();
  private final AtomicBoolean overtaken = new AtomicBoolean();
  private final Queue<String> contradictions = new ConcurrentLinkedQueue<>();
  private volatile long complete = Long.MAX_VALUE;
  private volatile int broken = -1;
  private volatile boolean coordinatorBroken;

  public Ring(int size) {
    this.size = size;
  }

  public static EntityId.KeyGroup member(int index) {
    return new EntityId.KeyGroup("ring", index);
  }

  public List<EntityId.Member> members() {
    List<EntityId.Member> members = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      members.add(member(i));
    }
    return members;
  }

  public void roundsToComplete(long rounds) {
    complete = rounds;
  }

  public void breakMember(int index) {
    broken = index;
  }

  public void breakCoordinator() {
    coordinatorBroken = true;
  }

  /** The most that the coordinator was told by each member: it never falls. */
  public List<Long> rounds() {
    return members().stream().map(member -> told.getOrDefault(member, 0L)).toList();
  }

  public int incarnations(EntityId id) {
    return incarnations.getOrDefault(id, 0);
  }

  public int memberIncarnations() {
    return members().stream().mapToInt(this::incarnations).sum();
  }

  /** What was told that no order of hearing explains. */
  public Queue<String> contradictions() {
    return contradictions;
  }

  /** Whether the coordinator, or a member, heard a smaller number after a larger one. */
  public boolean overtaken() {
    return overtaken.get();
  }

  /** A number told to the coordinator: of which generation, by which any other can be placed. */
  private void place(Message.Report report) {
    NavigableMap<Long, Long> numbers =
        generations.computeIfAbsent(report.from(), from -> new ConcurrentSkipListMap<>());
    Long same = numbers.put(report.progressMicros(), report.generation());
    if (same != null) {
      contradictions.add(report + " though generation " + same + " told the same");
    }
    Map.Entry<Long, Long> below = numbers.lowerEntry(report.progressMicros());
    Map.Entry<Long, Long> above = numbers.higherEntry(report.progressMicros());
    if ((below != null && below.getValue() > report.generation())
        || (above != null && above.getValue() < report.generation())) {
      contradictions.add(report + " between " + below + " and " + above);
    }
  }

  @Override
  public Entity create(EntityId id) {
    int generation = incarnations.merge(id, 1, Integer::sum);
    return id instanceof EntityId.KeyGroup member
        ? new Member(member, generation)
        : new Coordinator();
  }

  private final class Member extends Quiet {
    private final EntityId.KeyGroup self;
    private final long generation;
    private long rounds;
    private long heard;
    private boolean writing;

    Member(EntityId.KeyGroup self, long generation) {
      this.self = self;
      this.generation = generation;
    }

    @Override
    public void replay(Event event) {
      rounds = ((Rounded) event).rounds;
    }

    @Override
    public Step receive(long nowMicros, Message message) {
      if (broken == self.index()) {
        throw new IllegalStateException("told to break");
      }
      if (message instanceof Message.Report report) {
        if (report.progressMicros() < heard) {
          overtaken.set(true);
        }
        heard = Math.max(heard, report.progressMicros());
        return new Step();
      }
      if (writing) {
        throw new IllegalStateException("told something while writing");
      }
      writing = true;
      rounds++;
      return new Step().persist(new Rounded(rounds));
    }

    @Override
    public Step persisted(long nowMicros) {
      writing = false;
      Message.Report report = new Message.Report(self, generation, rounds, false);
      return new Step().reply(report).send(member((self.index() + 1) % size), report);
    }
  }

  private final class Coordinator extends Quiet {
    @Override
    public Step receive(long nowMicros, Message message) {
      if (message instanceof Message.Report report) {
        place(report);
        if (report.progressMicros() < told.getOrDefault(report.from(), 0L)) {
          overtaken.set(true);
        }
        told.merge(report.from(), report.progressMicros(), Math::max);
      }
      Step step = new Step();
      if (rounds().stream().allMatch(rounds -> rounds >= complete)) {
        step.add(new Step.Completed());
      }
      return step;
    }

    @Override
    public Step tick(long nowMicros) {
      if (coordinatorBroken) {
        throw new IllegalStateException("told to break");
      }
      Step step = new Step();
      members().forEach(member -> step.send(member, new Message.Ping(1)));
      return step;
    }
  }
}
