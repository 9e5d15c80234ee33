package io.tidemark.testkit.simulation;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.message.EntityId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One life of an entity in a simulation, and what waits while it writes. */
final class Incarnation {
  final EntityId id;
  final Entity entity;
  final List<Network.Delivery> waiting = new ArrayList<>();
  int sequence;
  boolean dead;
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

  /** Tells it apart from others of its entity, for people. */
  @Override
  public String toString() {
    return id.name() + "@" + Integer.toHexString(System.identityHashCode(this));
  }
}
