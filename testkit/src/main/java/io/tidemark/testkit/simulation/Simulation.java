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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One run of a pipeline under a seeded scheduler. Each step delivers a message, finishes a write,
 * lets time pass, moves an entity to another node, or breaks something. Messages between two
 * incarnations mostly keep their order; everything else may overtake everything.
 *
 * <p>After {@code calmAfter} steps nothing breaks any more, and the pipeline has to complete.
 */
public final class Simulation {
  private static final EntityId COORDINATOR = new EntityId.Coordinator();

  /** Wall clock at the beginning. */
  static final long BEGIN_MICROS = 1_000_000;

  private static final long TICK_MICROS = 50_000;

  private static final boolean TRACE = Boolean.getBoolean("tidemark.trace");

  private final Entities entities;
  private final Random random;
  private final Faults faults;
  private final long calmAfter;
  private final Sabotage sabotage;
  private final Journals journals;
  private final Addresses addresses;
  private final Network network;
  private final List<Incarnation> writers = new ArrayList<>();
  private final Disks disks;
  private long nowMicros = BEGIN_MICROS;
  private long steps;
  private int crashes;
  private int crashesAtEstimates;
  private int moves;
  private @Nullable Ended ended;

  /** A run that has not begun. */
  public Simulation(Pipeline pipeline, long seed, Faults faults, long calmAfter) {
    this(pipeline, seed, faults, calmAfter, Sabotage.NONE);
  }

  /** A run in which a rule of the protocol may not hold. */
  Simulation(Pipeline pipeline, long seed, Faults faults, long calmAfter, Sabotage sabotage) {
    this.sabotage = sabotage;
    this.journals = new Journals(sabotage);
    Plan plan = new Plan(pipeline);
    this.entities = new Entities(plan);
    this.random = new Random(seed);
    this.faults = faults;
    this.network = new Network(random, faults);
    this.addresses = new Addresses(random);
    this.disks = new Disks(random, plan, pipeline, sabotage);
    this.calmAfter = calmAfter;
  }

  /**
   * Runs to the end.
   *
   * @throws AssertionError where the pipeline does not end in time
   */
  public Ended run(long maxSteps) {
    start(COORDINATOR);
    while (ended == null) {
      if (steps++ > maxSteps) {
        throw new AssertionError(
            "not complete after "
                + maxSteps
                + " steps: network="
                + network.size()
                + ", writers="
                + writers.size()
                + ", running="
                + addresses.running());
      }
      step();
    }
    return ended;
  }

  /** Whether all input has reached the outputs. */
  public boolean isComplete() {
    return ended instanceof Ended.Complete;
  }

  /** Rows of a sink, in the order written. */
  public List<Object> rows(String sink) {
    return disks.rows(sink);
  }

  /** How many steps were made. */
  public long steps() {
    return steps;
  }

  /** How many incarnations were ended. */
  public int crashes() {
    return crashes;
  }

  /** How many incarnations ended while they were writing an estimate. */
  public int crashesAtEstimates() {
    return crashesAtEstimates;
  }

  /** How many incarnations ended on one node to begin on another. */
  public int moves() {
    return moves;
  }

  /** What a partition decided, in order. */
  public List<Decision> decisions(EntityId.Partition partition) {
    return journals.decisions(partition);
  }

  private void trace(String what) {
    if (TRACE) {
      System.out.println(steps + " " + what);
    }
  }

  private void step() {
    nowMicros += 100;
    boolean calm = steps > calmAfter;
    if (!calm && chance(faults.crash())) {
      crash();
      return;
    }
    if (!calm && chance(faults.move())) {
      move();
      return;
    }
    int kind = random.nextInt(100);
    if (kind < 12 && !writers.isEmpty()) {
      finishWrite(remove(writers), calm);
    } else if (kind < 20 && disks.anyReading()) {
      network.add(disks.read(nowMicros));
    } else if (kind < 26 && disks.anyWriting()) {
      network.add(disks.write());
    } else if (kind == 26 || network.isEmpty()) {
      tick();
    } else {
      deliver(calm);
    }
  }

  private boolean chance(int thousandths) {
    return faults.happens(thousandths, random);
  }

  private <T> T remove(List<T> list) {
    return list.remove(random.nextInt(list.size()));
  }

  // ---- time and crashes

  private void tick() {
    nowMicros += TICK_MICROS;
    if (addresses.running(COORDINATOR) == null) {
      start(COORDINATOR);
      return;
    }
    for (Incarnation node : addresses.running()) {
      if (node.writing == null && !node.dead && random.nextInt(3) > 0) {
        carryOut(node, node.entity.tick(nowMicros), null);
      }
    }
  }

  private void crash() {
    List<Incarnation> nodes = addresses.running();
    if (nodes.isEmpty()) {
      return;
    }
    Incarnation node = nodes.get(random.nextInt(nodes.size()));
    List<Incarnation> estimating = nodes.stream().filter(Incarnation::isEstimating).toList();
    if (!estimating.isEmpty() && random.nextBoolean()) {
      node = estimating.get(random.nextInt(estimating.size()));
    }
    crashes++;
    crashesAtEstimates += node.isEstimating() ? 1 : 0;
    if (!(node.id instanceof EntityId.Sink) && chance(faults.linger())) {
      addresses.linger(node);
      return;
    }
    end(node);
  }

  /** Some entity moves; now and then its node leaves, and about half of all move at once. */
  private void move() {
    List<Incarnation> leaving = addresses.running();
    boolean nodeLeaves = random.nextInt(4) == 0;
    int picked = leaving.isEmpty() ? -1 : random.nextInt(leaving.size());
    for (int i = 0; i < leaving.size(); i++) {
      if (i == picked || (nodeLeaves && random.nextBoolean())) {
        move(leaving.get(i));
      }
    }
  }

  /** It is gone before the next begins; a substream begins only when its partition feeds it. */
  private void move(Incarnation node) {
    moves++;
    end(node);
    addresses.moved(node.id, steps);
    if (!(node.id instanceof EntityId.Substream) && random.nextBoolean()) {
      start(node.id);
    }
  }

  private void end(Incarnation node) {
    if (TRACE) {
      trace(node + " ends");
    }
    node.dead = true;
    addresses.end(node);
    Event event = node.writing;
    journals.ended(node);
    if (event != null) {
      writers.remove(node);
      if (random.nextBoolean()) {
        journals.append(node.id, node.sequence, event);
      }
    }
    disks.end(node);
    if (node.id instanceof EntityId.Substream substream && random.nextInt(4) > 0) {
      network.add(
          new Network.Delivery(
              null,
              substream.partition(),
              null,
              new Message.SubstreamEnded(substream, node.start)));
    }
  }

  private Incarnation start(EntityId id) {
    Entity entity = entities.create(id);
    if (!(id instanceof EntityId.Coordinator)) {
      journals.recover(id, entity);
    }
    Incarnation node = new Incarnation(id, entity, journals.sequence(id));
    addresses.begin(node);
    carryOut(node, entity.start(nowMicros), null);
    return node;
  }

  private void deliver(boolean calm) {
    Network.Delivery picked = network.next(calm);
    Incarnation node = picked == null ? null : receiver(picked);
    if (picked == null || node == null) {
      return;
    }
    if (picked.message() instanceof Message.Statement statement) {
      tell(node, node.leave(statement));
    } else {
      hand(node, picked);
    }
  }

  /** A partition takes what its substreams have said by then, many at once. */
  private void tell(Incarnation node, boolean tell) {
    if (tell) {
      network.add(new Network.Delivery(null, node.id, node, new Message.Statements(List.of())));
    }
  }

  private @Nullable Incarnation receiver(Network.Delivery delivery) {
    if (addresses.isAstray(delivery, steps)) {
      return null;
    }
    Incarnation node = addresses.receiver(delivery);
    if (node != null) {
      return node;
    }
    boolean starts =
        !(delivery.to() instanceof EntityId.Substream)
            || (delivery.message() instanceof Message.Feed feed
                && feed.urge() != Message.Urge.PASSIVATE);
    boolean outside = delivery.message() instanceof Message.SubstreamEnded;
    return starts && !outside ? start(delivery.to()) : null;
  }

  private void hand(Incarnation node, Network.Delivery delivery) {
    if (node.writing != null) {
      node.waiting.add(delivery);
      return;
    }
    if (delivery.message() instanceof Message.Feed feed) {
      node.start = Math.max(node.start, feed.start());
      node.generation = Math.max(node.generation, feed.generation());
    }
    Message message = delivery.message();
    if (message instanceof Message.Statements) {
      message = node.take(1 + random.nextInt(8));
      tell(node, node.tell());
    }
    Message heard = sabotage.heard(node.id, node.generation, message);
    if (TRACE) {
      trace(node + " <- " + heard);
    }
    if (heard != null) {
      carryOut(node, node.entity.receive(nowMicros, heard), delivery.from());
    }
  }

  private void carryOut(Incarnation node, Step step, @Nullable Incarnation sender) {
    for (Step.Effect effect : step.effects()) {
      if (TRACE) {
        trace(node + " does " + effect);
      }
      if (effect instanceof Step.Send send) {
        network.add(new Network.Delivery(node, send.to(), null, send.message()));
      } else if (effect instanceof Step.Reply reply) {
        if (sender != null) {
          network.add(new Network.Delivery(node, sender.id, sender, reply.message()));
        }
      } else if (effect instanceof Step.Read read) {
        disks.begin(node, read);
      } else if (effect instanceof Step.Write write) {
        disks.begin(node, write);
      } else if (effect instanceof Step.Fail fail) {
        ended = new Ended.Failed(fail.reason());
        return;
      } else if (effect instanceof Step.Completed) {
        ended = new Ended.Complete();
      } else if (effect instanceof Step.Stop) {
        end(node);
        return;
      }
    }
    Event event = step.event();
    if (event != null) {
      if (TRACE) {
        trace(node + " writes " + event);
      }
      node.writing = event;
      writers.add(node);
    }
    if (step.wantsAgain()) {
      Network.Delivery again = new Network.Delivery(null, node.id, node, new Message.Continue());
      if (event != null) {
        node.waiting.add(0, again);
      } else {
        network.add(again);
      }
    }
  }

  // ---- journals

  private void finishWrite(Incarnation node, boolean calm) {
    Event event = node.writing;
    if (event == null) {
      throw new AssertionError("nothing is being written by " + node.id.name());
    }
    boolean refused = !calm && chance(faults.failedWrite());
    if (refused || !journals.append(node.id, node.sequence, event)) {
      node.writing = null;
      crashes++;
      end(node);
      return;
    }
    node.sequence++;
    if (event instanceof Event.GenerationTaken taken) {
      node.generation = taken.generation();
    }
    if (node.entity.snapshotDue() || random.nextInt(12) == 0) {
      byte[] bytes = node.entity.snapshot();
      if (random.nextInt(4) > 0) {
        journals.snapshot(node.id, node.sequence, bytes);
      }
    }
    node.writing = null;
    carryOut(node, node.entity.persisted(nowMicros), null);
    while (node.writing == null && !node.dead && !node.waiting.isEmpty()) {
      hand(node, node.waiting.remove(0));
    }
  }
}
