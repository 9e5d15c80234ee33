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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * Which incarnations are known on this node, for all entities of one pipeline on it.
 *
 * <p>An incarnation that lives here enters itself when it begins, may be spoken to directly when it
 * has recovered, and removes itself as the last thing it does, so that whoever hears of its end can
 * start the next one. One that lives on another node is learnt from its first envelope, watched,
 * and forgotten when it has terminated. A message to an entity that is not known goes through the
 * {@link Directory}; a tell by a known reference costs a quarter of that.
 *
 * <p>One table for the node, not one per entity: 100 000 substreams that speak to eight key groups
 * would otherwise keep 800 000 references and as many watches.
 *
 * <p>Safe to use from any thread. Who begins and ends takes a lock, who sends does not.
 */
public final class Peers {
  /** Is asked to call {@link #forget} when the incarnation has terminated. */
  @FunctionalInterface
  public interface Watch {
    /** Watches an incarnation that lives on another node. */
    void watch(EntityId id, ActorRef<Envelope> incarnation);
  }

  private static final class Resident {
    private final ActorRef<EntityCommand> incarnation;
    private final @Nullable StatementBox statements;
    private volatile boolean open;

    Resident(EntityId id, ActorRef<EntityCommand> incarnation, boolean open) {
      this.incarnation = incarnation;
      this.statements = id instanceof EntityId.Partition ? new StatementBox(incarnation) : null;
      this.open = open;
    }

    void tell(Envelope envelope) {
      if (statements != null && envelope.message() instanceof Message.Statement statement) {
        statements.put(statement);
      } else {
        incarnation.tell(envelope);
      }
    }
  }

  private final Map<EntityId, Resident> here = new ConcurrentHashMap<>();
  private final Map<EntityId, ActorRef<Envelope>> elsewhere = new ConcurrentHashMap<>();
  private final Counters counters;
  private final Watch watch;
  private volatile @Nullable Directory directory;
  private boolean closed;

  /** Nobody is known and nothing can be reached before {@link #open(Directory)}. */
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
    return here.values().stream().map(r -> r.incarnation).collect(Collectors.toSet());
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
    Resident resident = here.get(id);
    if (resident == null || !resident.incarnation.equals(incarnation)) {
      here.put(id, new Resident(id, incarnation, false));
    }
    return true;
  }

  /**
   * From here on messages reach the incarnation directly. Not before it has recovered: what was
   * routed to it until then may still be on its way, and must not be overtaken.
   */
  public void open(EntityId id, ActorRef<EntityCommand> incarnation) {
    Resident resident = here.get(id);
    if (resident != null && resident.incarnation.equals(incarnation)) {
      resident.open = true;
    }
  }

  /**
   * Starts and enters an incarnation, open from the beginning, where there is none.
   *
   * @param spawn starts it; it may end before it is entered, which then is undone
   * @return the one that runs, or null where the pipeline is ending
   */
  public synchronized @Nullable ActorRef<EntityCommand> start(
      EntityId id, Supplier<ActorRef<EntityCommand>> spawn) {
    Resident resident = here.get(id);
    if (resident == null) {
      if (closed) {
        return null;
      }
      resident = new Resident(id, spawn.get(), true);
      here.put(id, resident);
    }
    return resident.incarnation;
  }

  /** Removes an incarnation that lived here; a later one of the same entity stays. */
  public synchronized void leave(EntityId id, ActorRef<EntityCommand> incarnation) {
    Resident resident = here.get(id);
    if (resident != null && resident.incarnation.equals(incarnation)) {
      here.remove(id);
    }
  }

  /**
   * All that lived here have ended, also those that were ended before their recovery began: these
   * are told nothing and so do not leave by themselves.
   */
  public synchronized void allEnded() {
    here.clear();
  }

  /** The incarnation of the entity that lives here, or null. */
  public @Nullable ActorRef<EntityCommand> here(EntityId id) {
    Resident resident = here.get(id);
    return resident == null ? null : resident.incarnation;
  }

  /** The incarnations of the partition's substreams that live here. */
  public List<ActorRef<EntityCommand>> substreams(EntityId.Partition partition) {
    List<ActorRef<EntityCommand>> substreams = new ArrayList<>();
    here.forEach(
        (id, resident) -> {
          if (id instanceof EntityId.Substream substream
              && substream.partition().equals(partition)) {
            substreams.add(resident.incarnation);
          }
        });
    return substreams;
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

  /**
   * Sends, or counts what must not be sent: only a feed starts a substream, and a statement is of
   * use only to an incarnation that has recovered. Both stay on this node, where a partition and
   * its substreams live together.
   */
  public void send(Envelope envelope) {
    EntityId to = envelope.to();
    Resident resident = here.get(to);
    if (resident != null && resident.open) {
      resident.tell(envelope);
      return;
    }
    boolean stays =
        envelope.message() instanceof Message.Feed
            || envelope.message() instanceof Message.Statement;
    ActorRef<Envelope> known = stays ? null : elsewhere.get(to);
    if (known != null) {
      known.tell(envelope);
      return;
    }
    Directory byName = directory;
    if (byName == null || !mayStart(envelope)) {
      counters.count(Counter.NOT_RUNNING);
    } else {
      byName.route(envelope);
    }
  }

  private static boolean mayStart(Envelope envelope) {
    Message message = envelope.message();
    return envelope.to() instanceof EntityId.Substream
        ? message instanceof Message.Feed
        : !(message instanceof Message.Statement);
  }
}
