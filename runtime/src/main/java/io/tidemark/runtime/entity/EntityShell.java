package io.tidemark.runtime.entity;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Event;
import io.tidemark.core.entity.Step;
import io.tidemark.core.entity.UnreadableSnapshot;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.telemetry.Counter;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.persistence.typed.JournalPersistFailed;
import org.apache.pekko.persistence.typed.JournalPersistRejected;
import org.apache.pekko.persistence.typed.RecoveryCompleted;
import org.apache.pekko.persistence.typed.RecoveryFailed;
import org.apache.pekko.persistence.typed.SnapshotAdapter;
import org.apache.pekko.persistence.typed.SnapshotFailed;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One incarnation of a persistent entity, of whatever kind: the actor around an {@link Entity}.
 *
 * <p><b>Protocol.</b> {@link EntityCommand}. Messages wait, in order, while an event is written.
 *
 * <p><b>State.</b> The entity itself is the state that Pekko sees. It is mutable: a command changes
 * it, and the event that comes of it is applied only where it is read back, not where it was just
 * decided. The two are told apart by identity: a live event is the very object that was handed to
 * be written.
 *
 * <p><b>Supervision.</b> None, so it stops when it fails: restarted in place it would keep the
 * changed state of a write that failed. Whoever reaches for the entity next starts a new
 * incarnation, which waits as {@link Failures} says. A write or recovery that fails is an outside
 * failure; a throw of the entity is a broken invariant and ends the pipeline at once. A stop loses
 * only what was neither written nor announced as durable.
 */
public final class EntityShell extends EventSourcedBehavior<EntityCommand, Event, Entity> {
  /** Not by the class's name, which Pekko uses to tell of failures that are told here in words. */
  private static final Logger LOG =
      LoggerFactory.getLogger(EntityShell.class.getPackageName() + ".Incarnation");

  private final EntityId id;
  private final PipelineNode node;
  private final Departure departure;
  private final ActorRef<EntityCommand> self;
  private final @Nullable TimerScheduler<EntityCommand> timers;
  private final Entity entity;
  private final Effects effects;

  // The event being written, by identity; and one decided where Pekko cannot write.
  private @Nullable Event inFlight;
  private @Nullable Event pending;
  private boolean again;
  private boolean departing;
  private boolean recoveryFailed;
  private boolean unproven;

  // Of a substream: who feeds it under the newest fence, and so waits for it.
  private @Nullable ActorRef<Envelope> feeder;
  private long fence;
  private long start;

  /** The behaviour of an incarnation; a member has timers. */
  EntityShell(
      EntityId id,
      PipelineNode node,
      Departure departure,
      ActorRef<EntityCommand> self,
      @Nullable TimerScheduler<EntityCommand> timers) {
    super(PersistenceIds.of(node.pipeline(), id));
    this.id = id;
    this.node = node;
    this.departure = departure;
    this.self = self;
    this.timers = timers;
    this.entity = node.factory().create(id);
    this.effects = new Effects(id, node, self);
    this.unproven = true;
  }

  /** An incarnation of the entity; spawn it without a supervisor that restarts. */
  public static Behavior<EntityCommand> create(
      EntityId id, PipelineNode node, Departure departure) {
    return Behaviors.setup(
        context -> new Beginning(id, node, departure, context.getSelf()).behavior());
  }

  // What is kept, and where: events for ever but for what our snapshot store deletes together with
  // writing a snapshot, so no retention is asked of Pekko, whose deletion is a second step that a
  // crash can leave out. A snapshot is taken when the entity says that events outweigh one.

  @Override
  public String journalPluginId() {
    return node.settings().plugins().journal();
  }

  @Override
  public String snapshotPluginId() {
    return node.settings().plugins().snapshotStore();
  }

  @Override
  public boolean shouldSnapshot(Entity state, Event event, long sequenceNr) {
    return entity.snapshotDue();
  }

  /** Called on this actor's thread: in recovery, and when the event before it is durable. */
  @Override
  public SnapshotAdapter<Entity> snapshotAdapter() {
    return new SnapshotAdapter<>() {
      @Override
      public Object toJournal(Entity state) {
        return guarded(entity::snapshot);
      }

      @Override
      public Entity fromJournal(Object from) {
        return guarded(() -> restored(from));
      }
    };
  }

  private Entity restored(Object from) {
    if (!(from instanceof byte[] bytes)) {
      throw new IllegalStateException("not a snapshot of ours: actual=" + from.getClass());
    }
    entity.restore(bytes);
    return entity;
  }

  @Override
  public Entity emptyState() {
    return entity;
  }

  @Override
  public EventHandler<Entity, Event> eventHandler() {
    return (state, event) -> {
      if (event != inFlight) {
        entity.replay(event);
      }
      return state;
    };
  }

  @Override
  public SignalHandler<Entity> signalHandler() {
    // One handler for all of them: a table of handlers costs a substream 400 bytes.
    return newSignalHandlerBuilder()
        .onSignal(Signal.class, (state, signal) -> onSignal(signal))
        .build();
  }

  private void onSignal(Signal signal) {
    if (signal instanceof RecoveryCompleted) {
      onRecovered();
    } else if (signal instanceof RecoveryFailed failed) {
      onRecoveryFailed(failed.getFailure());
    } else if (signal instanceof JournalPersistFailed failed) {
      failedOutside("a write failed", failed.getFailure());
    } else if (signal instanceof JournalPersistRejected rejected) {
      failedOutside("a write was refused", rejected.getFailure());
    } else if (signal instanceof SnapshotFailed failed) {
      onSnapshotFailed(failed);
    } else if (signal instanceof PostStop) {
      onStopped();
    }
  }

  private void onRecovered() {
    guarded(
        () -> {
          node.peers().open(id, self);
          tickLater();
          finish(entity.start(node.clock().nowMicros()));
          return entity;
        });
  }

  private void onRecoveryFailed(Throwable failure) {
    if (!recoveryFailed) { // Pekko signals it twice.
      recoveryFailed = true;
      failedOutside("recovery failed", failure);
    }
  }

  private void failedOutside(String what, Throwable failure) {
    node.counters().count(Counter.FAILURES);
    String reason = what + ": entity=" + id.name() + ", reason=" + Reasons.of(failure);
    boolean tooMany = node.failures().failed(id, node.clock().nowMicros());
    if (tooMany || Reasons.isFinal(failure)) {
      LOG.debug("{}", reason); // The pipeline ends by the first of them, and says why.
      effects.failHere(reason);
    } else {
      LOG.warn("{}", reason);
    }
  }

  private void onSnapshotFailed(SnapshotFailed signal) {
    node.counters().count(Counter.SNAPSHOT_FAILURES);
    LOG.warn("no snapshot of {} was stored: {}", id.name(), Reasons.of(signal.failure()));
  }

  /** Whoever learns of the end from here on may start the next incarnation. */
  private void onStopped() {
    effects.close();
    node.peers().leave(id, self);
    if (feeder != null && id instanceof EntityId.Substream substream) {
      feeder.tell(
          new Envelope(
              node.pipeline(),
              id,
              substream.partition(),
              self.narrow(),
              new Message.SubstreamEnded(substream, start)));
    }
  }

  @Override
  public CommandHandler<EntityCommand, Event, Entity> commandHandler() {
    return (state, command) -> guarded(() -> onCommand(command));
  }

  private Effect<Event, Entity> onCommand(EntityCommand command) {
    if (pending != null && !(command instanceof EntityCommand.Write)) {
      return Effect().stash();
    }
    if (command instanceof EntityCommand.Stop) {
      if (id instanceof EntityId.Partition partition) {
        // Wherever it goes on, its substreams do so there.
        node.peers().substreams(partition).forEach(substream -> substream.tell(command));
      }
      return Effect().stop();
    }
    if (effects.isOut()) {
      node.counters().count(Counter.UNHEARD);
      return Effect().none();
    }
    if (command instanceof Envelope envelope) {
      return onEnvelope(envelope);
    } else if (command instanceof EntityCommand.Heard heard) {
      return onHeard(heard);
    } else if (command instanceof EntityCommand.Tick) {
      return onTick();
    } else if (command instanceof EntityCommand.Continue) {
      return onContinue();
    } else if (command instanceof EntityCommand.Write) {
      return onWrite();
    } else if (command instanceof EntityCommand.Done done) {
      return onDone(done);
    } else if (command instanceof EntityCommand.Broken broken) {
      effects.failHere(broken.reason());
      return Effect().none();
    }
    throw new AssertionError("unknown command " + command);
  }

  private Effect<Event, Entity> onEnvelope(Envelope envelope) {
    Message message = effects.open(envelope);
    if (message == null) {
      return Effect().none();
    }
    if (message instanceof Message.Feed feed && (feeder == null || feed.fence() >= fence)) {
      feeder = envelope.sender();
      fence = feed.fence();
      start = feed.start();
    }
    return follow(entity.receive(node.clock().nowMicros(), message));
  }

  private Effect<Event, Entity> onHeard(EntityCommand.Heard heard) {
    effects.open();
    Message statements = new Message.Statements(heard.box().take());
    return follow(entity.receive(node.clock().nowMicros(), statements));
  }

  private Effect<Event, Entity> onTick() {
    effects.open();
    tickLater();
    return follow(entity.tick(node.clock().nowMicros()));
  }

  private Effect<Event, Entity> onContinue() {
    effects.open();
    return follow(entity.receive(node.clock().nowMicros(), new Message.Continue()));
  }

  private Effect<Event, Entity> onWrite() {
    Event event = pending;
    pending = null;
    if (event == null) {
      throw new AssertionError("nothing to write");
    }
    inFlight = event;
    return Effect().persist(event).thenRun(this::onDurable).thenUnstashAll();
  }

  private Effect<Event, Entity> onDone(EntityCommand.Done done) {
    effects.open();
    effects.readAnswered();
    return follow(entity.receive(node.clock().nowMicros(), done.message()));
  }

  /** Carries out a step where an event can be written at once. */
  private Effect<Event, Entity> follow(Step step) {
    Event event = carryOut(step);
    if (event == null) {
      continueLater();
      return Effect().none();
    }
    inFlight = event;
    return Effect().persist(event).thenRun(this::onDurable);
  }

  private void onDurable() {
    guarded(
        () -> {
          inFlight = null;
          node.counters().count(Counter.RECORDED);
          if (unproven) {
            unproven = false;
            node.failures().succeeded(id);
          }
          finish(entity.persisted(node.clock().nowMicros()));
          return entity;
        });
  }

  /** Carries out a step where Pekko cannot write: its event is written before anything else. */
  private void finish(Step step) {
    pending = carryOut(step);
    if (pending == null) {
      continueLater();
    } else {
      self.tell(EntityCommand.Write.INSTANCE);
    }
  }

  /** Carries out a step but for its event, which is returned. */
  private @Nullable Event carryOut(Step step) {
    again |= step.wantsAgain();
    effects.carryOut(step);
    if (!effects.isOut()) {
      return step.event();
    }
    if (effects.isLeaving() && step.event() != null) {
      throw new IllegalStateException(
          "a step both writes and stops: entity=" + id.name() + ", event=" + step.event());
    }
    if (effects.isLeaving() && !departing) {
      departing = true;
      departure.ask(self);
    }
    return null;
  }

  private void continueLater() {
    if (again) {
      again = false;
      self.tell(EntityCommand.Continue.INSTANCE);
    }
  }

  /** One tick waits at most, however long a write takes. */
  private void tickLater() {
    if (timers != null) {
      timers.startSingleTimer(EntityCommand.Tick.INSTANCE, node.settings().tick());
    }
  }

  /** A throw of the entity is a broken invariant: the pipeline hears of it, then this one stops. */
  private <T> T guarded(Supplier<T> decision) {
    try {
      return decision.get();
    } catch (UnreadableSnapshot e) {
      effects.fail(String.valueOf(e.getMessage()));
      throw e;
    } catch (RuntimeException | Error e) {
      LOG.error("{} broke", id.name(), e);
      effects.fail(Reasons.ofDecision(id, e));
      throw e;
    }
  }
}
