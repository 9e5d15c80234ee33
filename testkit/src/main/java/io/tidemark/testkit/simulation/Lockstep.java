package io.tidemark.testkit.simulation;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.pipeline.Entities;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.source.Diagnostic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline's entities stepped by a test: messages arrive in the order sent, writes succeed at
 * once, time passes and everything crashes when the test says so.
 */
public final class Lockstep {
  private static final EntityId COORDINATOR = new EntityId.Coordinator();

  /** An incarnation. */
  private static final class Node {
    private final EntityId id;
    private final Entity entity;
    private long start;

    Node(EntityId id, Entity entity) {
      this.id = id;
      this.entity = entity;
    }
  }

  private record Delivery(@Nullable Node from, EntityId to, Message message) {}

  /** A member was told of progress. */
  record Heard(EntityId receiver, Message.Progress progress) {}

  /** Told of every event once it is durable, before its entity is. */
  interface Witness {
    void durable(EntityId id, Entity entity, List<Event> events);
  }

  private final SimulatedInputs inputs;
  private final Entities entities;
  private final Journals journals = new Journals(Sabotage.NONE);
  private final Map<EntityId, Node> running = new LinkedHashMap<>();
  private final Deque<Delivery> network = new ArrayDeque<>();
  private final Map<EntityId, SimulatedOutput> outputs = new HashMap<>();
  private final Set<EntityId> silent = new HashSet<>();
  private final Map<EntityId, Step.Read> unread = new LinkedHashMap<>();
  private final Map<EntityId, Step.Write> unwritten = new LinkedHashMap<>();
  private final List<Message.Report> reports = new ArrayList<>();
  private final List<Heard> heard = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private Witness witness = (id, entity, events) -> {};
  private long nowMicros;
  private boolean complete;

  /**
   * The entities of a pipeline, none of which has been started.
   *
   * @param nowMicros what the wall clock shows
   */
  public Lockstep(Pipeline pipeline, long nowMicros) {
    this(pipeline, nowMicros, (owner, stream, computation) -> computation);
  }

  /** The same with something around the computations. */
  public Lockstep(Pipeline pipeline, long nowMicros, Entities.Around around) {
    Plan plan = new Plan(pipeline);
    this.inputs = new SimulatedInputs(plan);
    this.entities = new Entities(plan, around);
    this.nowMicros = nowMicros;
    pipeline
        .sinks()
        .forEach(sink -> outputs.put(new EntityId.Sink(sink.name()), new SimulatedOutput(true)));
  }

  Lockstep witnessed(Witness by) {
    witness = by;
    return this;
  }

  /** Starts what does not run, and goes on until nothing is under way. */
  public void settle() {
    if (!running.containsKey(COORDINATOR)) {
      start(COORDINATOR);
    }
    while (!network.isEmpty()) {
      deliver(network.remove());
    }
  }

  /** Time passes in ticks of a fifth of a second. */
  public void pass(long micros) {
    settle();
    for (long end = nowMicros + micros; nowMicros < end; ) {
      nowMicros += 200_000;
      for (Node node : List.copyOf(running.values())) {
        if (running.get(node.id) == node) {
          carryOut(node, node.entity.tick(nowMicros), null);
        }
      }
      settle();
    }
  }

  /** What the wall clock shows. */
  public long nowMicros() {
    return nowMicros;
  }

  /** What the partition or sink reads or writes from now on is not done until {@link #heard}. */
  void silence(EntityId entity) {
    silent.add(entity);
  }

  void heard(EntityId entity) {
    silent.remove(entity);
    Step.Read read = unread.remove(entity);
    if (read != null) {
      read(entity, read);
    }
    Step.Write write = unwritten.remove(entity);
    if (write != null) {
      write(entity, write);
    }
    settle();
  }

  /** Everything crashes; journals and outputs are left. */
  public void crash() {
    running.clear();
    network.clear();
    unread.clear();
    unwritten.clear();
  }

  /** Everything crashes, and of what these have recorded so far nothing is left but this. */
  void crash(Map<EntityId, byte[]> snapshots) {
    snapshots.forEach((id, bytes) -> journals.snapshot(id, journals.sequence(id), bytes));
    crash();
  }

  boolean runs(EntityId id) {
    return running.containsKey(id);
  }

  /** Whether everything is read, written and durable. */
  public boolean isComplete() {
    return complete;
  }

  /** Why entities wanted the pipeline to end. */
  public List<String> failures() {
    return failures;
  }

  /** What members said of their progress, in that order. */
  List<Message.Report> reports() {
    return reports;
  }

  /** What members were told of progress, in that order. */
  List<Heard> progress() {
    return heard;
  }

  /** Records admitted so far. */
  long admitted(EntityId.Partition partition) {
    return journals.decisions(partition).stream()
        .filter(decision -> decision.what() instanceof Decision.What.Admitted)
        .mapToLong(decision -> ((Decision.What.Admitted) decision.what()).records())
        .sum();
  }

  /** The rows that a sink has written, as it holds them. */
  public List<Object> rows(String sink) {
    SimulatedOutput output = outputs.get(new EntityId.Sink(sink));
    if (output == null) {
      throw new IllegalArgumentException("no sink has the name " + sink);
    }
    return output.rows();
  }

  List<String> rules(String sink) {
    return rows(sink).stream().map(row -> ((Diagnostic) row).rule()).toList();
  }

  Entity recovered(EntityId id, byte @Nullable [] snapshot, List<Event> events) {
    Entity entity = entities.create(id);
    if (snapshot != null) {
      entity.restore(snapshot);
    }
    events.forEach(entity::replay);
    return entity;
  }

  private Node start(EntityId id) {
    Entity entity = entities.create(id);
    if (!(id instanceof EntityId.Coordinator)) {
      journals.recover(id, entity);
    }
    Node node = new Node(id, entity);
    running.put(id, node);
    carryOut(node, entity.start(nowMicros), null);
    return node;
  }

  private void deliver(Delivery delivery) {
    Node node = running.get(delivery.to);
    if (node == null) {
      boolean starts =
          !(delivery.to instanceof EntityId.Substream)
              || (delivery.message instanceof Message.Feed feed
                  && feed.urge() != Message.Urge.PASSIVATE);
      if (!starts) {
        return;
      }
      node = start(delivery.to);
    }
    if (delivery.message instanceof Message.Feed feed) {
      node.start = Math.max(node.start, feed.start());
    }
    if (delivery.message instanceof Message.Report report) {
      reports.add(report);
    } else if (delivery.message instanceof Message.Progress progress) {
      heard.add(new Heard(node.id, progress));
    }
    carryOut(node, node.entity.receive(nowMicros, delivery.message), delivery.from);
  }

  private void carryOut(Node node, Step step, @Nullable Node sender) {
    for (Step.Effect effect : step.effects()) {
      if (effect instanceof Step.Send send) {
        network.add(new Delivery(node, send.to(), send.message()));
      } else if (effect instanceof Step.Reply reply && sender != null) {
        network.add(new Delivery(node, sender.id, reply.message()));
      } else if (effect instanceof Step.Read read) {
        read(node.id, read);
      } else if (effect instanceof Step.Write write) {
        write(node.id, write);
      } else if (effect instanceof Step.Fail fail) {
        failures.add(fail.reason());
      } else if (effect instanceof Step.Completed) {
        complete = true;
      } else if (effect instanceof Step.Stop && node.id instanceof EntityId.Substream substream) {
        running.remove(node.id);
        network.add(
            new Delivery(
                null, substream.partition(), new Message.SubstreamEnded(substream, node.start)));
        return;
      }
    }
    Event event = step.event();
    if (event != null) {
      write(node, event);
    }
    if (step.wantsAgain()) {
      network.addFirst(new Delivery(null, node.id, new Message.Continue()));
    }
  }

  private void write(Node node, Event event) {
    if (!journals.append(node.id, journals.sequence(node.id), event)) {
      throw new AssertionError("a write was refused: " + event);
    }
    witness.durable(node.id, node.entity, journals.all(node.id));
    if (node.entity.snapshotDue()) {
      journals.snapshot(node.id, journals.sequence(node.id), node.entity.snapshot());
    }
    carryOut(node, node.entity.persisted(nowMicros), null);
  }

  private void read(EntityId id, Step.Read read) {
    if (silent.contains(id)) {
      unread.put(id, read);
      return;
    }
    EntityId.Partition partition = (EntityId.Partition) id;
    network.add(
        new Delivery(
            null, partition, new Message.Fetched(inputs.read(nowMicros, partition, read))));
  }

  private void write(EntityId id, Step.Write write) {
    if (silent.contains(id)) {
      unwritten.put(id, write);
    } else {
      network.add(new Delivery(null, id, new Message.Written(append(id, write))));
    }
  }

  private long append(EntityId id, Step.Write write) {
    SimulatedOutput output = outputs.get(id);
    if (output == null) {
      throw new AssertionError(id.name() + " writes");
    }
    return output.apply(write);
  }
}
