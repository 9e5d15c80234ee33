package io.tidemark.testkit.simulation;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.LatestStatements;
import io.tidemark.core.message.Message;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.partition.PartitionEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One life of an entity in a simulation, and what waits while it writes. */
final class Incarnation {
  final EntityId id;
  final Entity entity;
  final List<Network.Delivery> waiting = new ArrayList<>();
  private final LatestStatements statements = new LatestStatements();
  private boolean told;
  int sequence;
  boolean dead;

  /** Which it works under, as far as it has said. */
  long generation;

  @Nullable Event writing;

  /** Of a substream: which of its starts this is. */
  long start;

  /**
   * A life that has not begun.
   *
   * @param sequence number of events in its journal
   */
  Incarnation(EntityId id, Entity entity, int sequence) {
    this.id = id;
    this.entity = entity;
    this.sequence = sequence;
  }

  /** Leaves a statement for a partition; true: it has to be told that some wait. */
  boolean leave(Message.Statement statement) {
    statements.add(statement);
    return tell();
  }

  /** Takes so many statements at most. */
  Message.Statements take(int most) {
    told = false;
    return new Message.Statements(statements.take(most));
  }

  /** Whether a partition has to be told that statements wait. */
  boolean tell() {
    boolean tell = !told && !statements.isEmpty();
    told |= tell;
    return tell;
  }

  /** Whether it writes an estimate of how far an idle source is. */
  boolean isEstimating() {
    return writing instanceof PartitionEvent.Decided decided
        && decided.decision().what() instanceof Decision.What.Estimated;
  }

  /** Tells it apart from others of its entity, for people. */
  @Override
  public String toString() {
    return id.name() + "@" + Integer.toHexString(System.identityHashCode(this));
  }
}
