package io.tidemark.runtime.channel;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.runtime.telemetry.Counter;
import io.tidemark.runtime.telemetry.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * Which incarnations are known on this node, for all entities of one pipeline on it.
 *
 * <p>An incarnation that lives here enters itself when it begins and removes itself as the last
 * thing it does, so that whoever hears of its end can start the next one. One that lives on another
 * node is learnt from its first envelope, watched, and forgotten when it has terminated. A message
 * to an entity that is not known goes through the {@link Directory}; a tell by a known reference
 * costs a quarter of that.
 *
 * <p>One table for the node, not one per entity: 100 000 substreams that speak to eight key groups
 * would otherwise keep 800 000 references and as many watches.
 *
 * <p>Safe to use from any thread.
 */
public final class Peers {
  /** Is asked to call {@link #forget} when the incarnation has terminated. */
  @FunctionalInterface
  public interface Watch {
    /** Watches an incarnation that lives on another node. */
    void watch(EntityId id, ActorRef<Envelope> incarnation);
  }

  private final Map<EntityId, ActorRef<EntityCommand>> here = new ConcurrentHashMap<>();
  private final Map<EntityId, ActorRef<Envelope>> elsewhere = new ConcurrentHashMap<>();
  private final Counters counters;
  private final Watch watch;
  private volatile @Nullable Directory directory;
  private boolean closed;

  /** Nobody is known and nothing can be reached before {@link #open}. */
  public Peers(Counters counters, Watch watch) {
    this.counters = counters;
    this.watch = watch;
  }

  /** From here on entities that are not known are reached through the directory. */
  public synchronized void open(Directory byName) {
    directory = byName;
  }

  /**
   * From here on no incarnation begins here, and nothing is started.
   *
   * @return the incarnations that live here
   */
  public synchronized Set<ActorRef<EntityCommand>> close() {
    closed = true;
    directory = null;
    return Set.copyOf(here.values());
  }

  /**
   * Enters an incarnation that lives here in place of the one before it.
   *
   * @return false: it must not begin, since the pipeline is ending
   */
  public synchronized boolean enter(EntityId id, ActorRef<EntityCommand> incarnation) {
    if (closed) {
      return false;
    }
    here.put(id, incarnation);
    return true;
  }

  /** Removes an incarnation that lived here; a later one of the same entity stays. */
  public void leave(EntityId id, ActorRef<EntityCommand> incarnation) {
    here.remove(id, incarnation);
  }

  /** The incarnation of the entity that lives here, or null. */
  public @Nullable ActorRef<EntityCommand> here(EntityId id) {
    return here.get(id);
  }

  /** Which entities live here. */
  public List<EntityId> residents() {
    return new ArrayList<>(here.keySet());
  }

  /** Learns where an entity lives from something it said. */
  public void learn(EntityId id, ActorRef<Envelope> sender) {
    if (sender.path().address().hasGlobalScope() && !sender.equals(elsewhere.put(id, sender))) {
      watch.watch(id, sender);
    }
  }

  /** An incarnation on another node has terminated; a later one stays known. */
  public void forget(EntityId id, ActorRef<Envelope> incarnation) {
    elsewhere.remove(id, incarnation);
  }

  /** Sends, or counts what must not be sent: only a feed starts a substream. */
  public void send(Envelope envelope) {
    EntityId to = envelope.to();
    ActorRef<EntityCommand> resident = here.get(to);
    if (resident != null) {
      resident.tell(envelope);
      return;
    }
    ActorRef<Envelope> known = elsewhere.get(to);
    if (known != null) {
      known.tell(envelope);
      return;
    }
    Directory byName = directory;
    boolean starts =
        !(to instanceof EntityId.Substream) || envelope.message() instanceof Message.Feed;
    if (byName == null || !starts) {
      counters.count(Counter.NOT_RUNNING);
    } else {
      byName.route(envelope);
    }
  }
}
