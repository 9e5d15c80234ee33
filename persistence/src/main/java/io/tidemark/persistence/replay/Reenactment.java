package io.tidemark.persistence.replay;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.keygroup.KeyGroup;
import io.tidemark.core.keygroup.KeyGroupEvent;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.partition.SourcePartition;
import io.tidemark.core.pipeline.Entities;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.RecordBatch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The entities of a pipeline in one thread, without actors and journals: messages arrive in the
 * order sent, what is recorded is durable at once, time passes when it is told to, and nothing
 * breaks. Partitions read nothing of their own: they decide what they are told.
 *
 * <p>That the result does not depend on who runs first is what the simulation holds the entities
 * to; so the simplest schedule will do. Not thread-safe.
 */
final class Reenactment implements AutoCloseable {
  private static final EntityId COORDINATOR = new EntityId.Coordinator();
  private static final long TICK_MICROS = 200_000;

  /** Told of every event, once its entity may go on. */
  interface Witness {
    void recorded(EntityId id, Event event);
  }

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

  private final Plan plan;
  private final Entities entities;
  private final @Nullable Stop stop;
  private final Witness witness;
  private final Function<EntityId.KeyGroup, List<KeyGroupEvent.Rung>> rings;
  private final Map<EntityId, Node> running = new LinkedHashMap<>();

  /** What is left of substreams that stopped. */
  private final Map<EntityId, byte[]> resting = new HashMap<>();

  private final Map<EntityId, Long> progress = new HashMap<>();
  private final Map<EntityId, SinkWriter<Object>> outputs = new HashMap<>();
  private final Deque<Delivery> network = new ArrayDeque<>();
  private long nowMicros;
  private long recorded;
  private boolean complete;
  private @Nullable String failure;

  /**
   * Entities that have not begun.
   *
   * @param stop that nothing happens beyond; null where there is none
   * @param rings where timers by the clock run
   */
  Reenactment(
      Plan plan,
      @Nullable Stop stop,
      Witness witness,
      Function<EntityId.KeyGroup, List<KeyGroupEvent.Rung>> rings) {
    this.plan = plan;
    this.rings = rings;
    this.entities = stop == null ? new Entities(plan) : new Entities(plan, stop);
    this.stop = stop;
    this.witness = witness;
  }

  /** Everything that takes part begins. */
  void begin() throws IOException {
    start(COORDINATOR);
    settle();
  }

  /** The partition decides what was decided before, and all that comes of it happens. */
  void redo(EntityId.Partition partition, Decision decision, RecordBatch records)
      throws IOException {
    Node node = running.get(partition);
    if (node == null || !(node.entity instanceof SourcePartition source)) {
      throw new IllegalStateException("the partition has not begun: " + partition.name());
    }
    carryOut(node, source.redo(decision, records), null);
    settle();
  }

  /** A tick passes; whether anything was recorded. */
  boolean tick() throws IOException {
    long before = recorded;
    nowMicros += TICK_MICROS;
    for (Node node : List.copyOf(running.values())) {
      // Substreams have no timer: their partition urges them.
      if (!(node.id instanceof EntityId.Substream) && running.get(node.id) == node) {
        carryOut(node, node.entity.tick(nowMicros), null);
      }
    }
    settle();
    return recorded > before;
  }

  /** What the member last said of its progress; null before. */
  @Nullable Long progressMicros(EntityId.Member member) {
    return progress.get(member);
  }

  /** Shows every entity, whether it runs or rests, with its computations as they are now. */
  void forEachEntity(Consumer<EntityId> receiver) {
    running.keySet().forEach(receiver);
    resting.forEach(
        (id, state) -> {
          entities.create(id).restore(state);
          receiver.accept(id);
        });
  }

  /** Whether all input has reached the outputs. */
  boolean isComplete() {
    return complete;
  }

  /** Why an entity wanted the pipeline to end; null where none did. */
  @Nullable String failure() {
    return failure;
  }

  private void settle() throws IOException {
    while (!network.isEmpty() && failure == null) {
      deliver(network.remove());
    }
  }

  private Node start(EntityId id) throws IOException {
    Entity entity = entities.create(id);
    byte[] state = resting.remove(id);
    if (state != null) {
      entity.restore(state);
    }
    if (entity instanceof KeyGroup group && id instanceof EntityId.KeyGroup groupId) {
      group.follow(rings.apply(groupId));
    }
    Node node = new Node(id, entity);
    running.put(id, node);
    carryOut(node, entity.start(nowMicros), null);
    return node;
  }

  private void deliver(Delivery delivery) throws IOException {
    Node node = running.get(delivery.to);
    if (node == null) {
      if (!starts(delivery)) {
        return;
      }
      node = start(delivery.to);
    }
    if (delivery.message instanceof Message.Feed feed) {
      node.start = Math.max(node.start, feed.start());
    } else if (delivery.message instanceof Message.Report report) {
      progress.put(report.from(), report.progressMicros());
    }
    carryOut(node, node.entity.receive(nowMicros, heard(delivery)), delivery.from);
  }

  private Message heard(Delivery delivery) {
    boolean progressOfSink =
        delivery.to instanceof EntityId.Sink && delivery.message instanceof Message.Progress;
    return stop != null && progressOfSink
        ? stop.forSink((Message.Progress) delivery.message)
        : delivery.message;
  }

  /** Only a feed starts a substream, and none that wants it to stop. */
  private static boolean starts(Delivery delivery) {
    return !(delivery.to instanceof EntityId.Substream)
        || (delivery.message instanceof Message.Feed feed && feed.urge() != Message.Urge.PASSIVATE);
  }

  private void carryOut(Node node, Step step, @Nullable Node sender) throws IOException {
    for (Step.Effect effect : step.effects()) {
      if (effect instanceof Step.Send send) {
        network.add(new Delivery(node, send.to(), send.message()));
      } else if (effect instanceof Step.Reply reply && sender != null) {
        network.add(new Delivery(node, sender.id, reply.message()));
      } else if (effect instanceof Step.Write write) {
        network.add(new Delivery(null, node.id, new Message.Written(append(node.id, write))));
      } else if (effect instanceof Step.Fail fail) {
        failure = node.id.name() + ": " + fail.reason();
      } else if (effect instanceof Step.Completed) {
        complete = true;
      } else if (effect instanceof Step.Stop && node.id instanceof EntityId.Substream substream) {
        rest(node, substream);
        return;
      }
    }
    Event event = step.event();
    if (event != null) {
      recorded++;
      witness.recorded(node.id, event);
      carryOut(node, node.entity.persisted(nowMicros), null);
    }
    if (step.wantsAgain()) {
      network.addFirst(new Delivery(null, node.id, new Message.Continue()));
    }
  }

  private void rest(Node node, EntityId.Substream substream) {
    running.remove(node.id);
    resting.put(node.id, node.entity.snapshot());
    if (stop != null) {
      stop.forget(node.id);
    }
    network.add(
        new Delivery(
            null, substream.partition(), new Message.SubstreamEnded(substream, node.start)));
  }

  private long append(EntityId id, Step.Write write) throws IOException {
    if (!(id instanceof EntityId.Sink sink)) {
      throw new IllegalStateException(id.name() + " is no sink and writes");
    }
    SinkWriter<Object> output = outputs.get(sink);
    if (output == null) {
      output = plan.sink(sink.sink()).writer().get();
      outputs.put(sink, output);
    }
    long length = write.restoreTo() >= 0 ? output.restore(write.restoreTo()) : 0;
    return write.rows().isEmpty()
        ? length
        : output.append(write.rows().stream().map(Output::value).toList());
  }

  @Override
  public void close() throws IOException {
    for (SinkWriter<Object> output : outputs.values()) {
      output.close();
    }
  }
}
