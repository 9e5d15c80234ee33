package io.tidemark.testkit.simulation;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What partitions read and sinks write: each takes its time, and is answered when it is done. */
final class Disks {
  private record Reading(Incarnation node, EntityId.Partition partition, Step.Read read) {}

  private record Writing(Incarnation node, SimulatedOutput output, Step.Write write) {}

  private final Random random;
  private final SimulatedInputs inputs;
  private final Map<EntityId, SimulatedOutput> outputs = new HashMap<>();
  private final List<Reading> reads = new ArrayList<>();
  private final List<Writing> writes = new ArrayList<>();

  Disks(Random random, Plan plan, Pipeline pipeline, Sabotage sabotage) {
    this.random = random;
    this.inputs = new SimulatedInputs(plan);
    pipeline
        .sinks()
        .forEach(
            sink ->
                outputs.put(
                    new EntityId.Sink(sink.name()), new SimulatedOutput(sabotage.cutsOutput())));
  }

  void begin(Incarnation node, Step.Read read) {
    if (!(node.id instanceof EntityId.Partition partition)) {
      throw new AssertionError(node.id.name() + " reads");
    }
    reads.add(new Reading(node, partition, read));
  }

  void begin(Incarnation node, Step.Write write) {
    writes.add(new Writing(node, output(node.id), write));
  }

  private SimulatedOutput output(EntityId id) {
    SimulatedOutput output = outputs.get(id);
    if (output == null) {
      throw new AssertionError(id.name() + " writes");
    }
    return output;
  }

  boolean anyReading() {
    return !reads.isEmpty();
  }

  boolean anyWriting() {
    return !writes.isEmpty();
  }

  /** Finishes some read: its answer. */
  Network.Delivery read(long nowMicros) {
    Reading reading = reads.remove(random.nextInt(reads.size()));
    return answer(
        reading.node, new Message.Fetched(inputs.read(nowMicros, reading.partition, reading.read)));
  }

  /** Finishes some write: its answer. */
  Network.Delivery write() {
    Writing writing = writes.remove(random.nextInt(writes.size()));
    return answer(writing.node, new Message.Written(writing.output.apply(writing.write)));
  }

  private static Network.Delivery answer(Incarnation node, Message message) {
    return new Network.Delivery(null, node.id, node, message);
  }

  /** The incarnation has ended: what it was writing is written or not, and nobody is told. */
  void end(Incarnation node) {
    for (Writing writing : List.copyOf(writes)) {
      if (writing.node == node) {
        writes.remove(writing);
        if (random.nextBoolean()) {
          writing.output.apply(writing.write);
        }
      }
    }
    reads.removeIf(reading -> reading.node == node);
  }

  /** Rows of a sink, in the order written. */
  List<Object> rows(String sink) {
    SimulatedOutput output = outputs.get(new EntityId.Sink(sink));
    if (output == null) {
      throw new IllegalArgumentException("no sink has the name " + sink);
    }
    return output.rows();
  }
}
