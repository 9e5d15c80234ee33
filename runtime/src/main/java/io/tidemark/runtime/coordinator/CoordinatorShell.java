package io.tidemark.runtime.coordinator;

import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Step;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.entity.Effects;
import io.tidemark.runtime.entity.PipelineNode;
import io.tidemark.runtime.telemetry.Counter;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * The pipeline's coordinator: the actor around an entity that remembers nothing.
 *
 * <p><b>Supervision.</b> Restarted in place, since a cluster singleton that stops is never created
 * again and there is no state to be wrong; a restart loses what was reported, which every member
 * says again. When it breaks again and again within {@value #PROVEN_SECONDS} s, as often as the
 * settings allow an entity to fail in a row, the pipeline ends.
 */
public final class CoordinatorShell extends AbstractBehavior<EntityCommand> {
  private static final int PROVEN_SECONDS = 30;
  private static final EntityId.Coordinator ID = new EntityId.Coordinator();

  private final PipelineNode node;
  private final TimerScheduler<EntityCommand> timers;
  private final Entity entity;
  private final Effects effects;
  private final ActorRef<EntityCommand> self;
  private final long beganMicros;

  private CoordinatorShell(
      ActorContext<EntityCommand> context,
      TimerScheduler<EntityCommand> timers,
      PipelineNode node) {
    super(context);
    this.node = node;
    this.timers = timers;
    this.self = context.getSelf();
    this.entity = node.factory().create(ID);
    this.effects = new Effects(ID, node, self);
    this.beganMicros = node.clock().nowMicros();
    node.counters().count(Counter.INCARNATIONS);
    node.peers().open(ID, self);
    tickLater();
    guarded(() -> follow(entity.start(beganMicros)));
  }

  /** The coordinator, supervised. */
  public static Behavior<EntityCommand> create(PipelineNode node) {
    Behavior<EntityCommand> incarnation =
        Behaviors.setup(
            context ->
                node.peers().enter(ID, context.getSelf())
                    ? Behaviors.withTimers(timers -> new CoordinatorShell(context, timers, node))
                    : Behaviors.stopped());
    return Behaviors.supervise(incarnation).onFailure(SupervisorStrategy.restart());
  }

  @Override
  public Receive<EntityCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(Envelope.class, envelope -> guarded(() -> onEnvelope(envelope)))
        .onMessage(EntityCommand.Tick.class, tick -> guarded(this::onTick))
        .onMessage(EntityCommand.Continue.class, next -> guarded(this::onContinue))
        .onMessage(EntityCommand.Stop.class, stop -> Behaviors.stopped())
        .onMessage(EntityCommand.Broken.class, broken -> guarded(() -> onBroken(broken)))
        .onMessage(EntityCommand.Done.class, done -> guarded(() -> onBroken(done)))
        .onMessage(EntityCommand.Write.class, write -> guarded(() -> onBroken(write)))
        .onSignal(PostStop.class, stopped -> onStopped())
        .build();
  }

  private Behavior<EntityCommand> onEnvelope(Envelope envelope) {
    Message message = effects.open(envelope);
    return message == null ? this : follow(entity.receive(node.clock().nowMicros(), message));
  }

  private Behavior<EntityCommand> onTick() {
    effects.open();
    tickLater();
    long nowMicros = node.clock().nowMicros();
    if (nowMicros - beganMicros > PROVEN_SECONDS * 1_000_000L) {
      node.failures().succeeded(ID);
    }
    return follow(entity.tick(nowMicros));
  }

  private Behavior<EntityCommand> onContinue() {
    effects.open();
    return follow(entity.receive(node.clock().nowMicros(), new Message.Continue()));
  }

  /** It neither reads nor writes: whoever says so breaks it, on purpose or not. */
  private Behavior<EntityCommand> onBroken(EntityCommand command) {
    throw new IllegalStateException("the coordinator was broken: " + command);
  }

  private Behavior<EntityCommand> onStopped() {
    node.peers().leave(ID, self);
    return this;
  }

  private Behavior<EntityCommand> guarded(Supplier<Behavior<EntityCommand>> handler) {
    if (effects.isOut()) {
      return this;
    }
    try {
      return handler.get();
    } catch (RuntimeException | Error e) {
      node.counters().count(Counter.FAILURES);
      if (node.failures().failed(ID, node.clock().nowMicros())) {
        effects.fail("the coordinator breaks again and again: reason=" + e.getMessage());
      }
      throw e;
    }
  }

  private Behavior<EntityCommand> follow(Step step) {
    if (step.event() != null) {
      throw new IllegalStateException("the coordinator has no journal: event=" + step.event());
    }
    effects.carryOut(step);
    if (step.wantsAgain()) {
      self.tell(EntityCommand.Continue.INSTANCE);
    }
    return effects.isLeaving() ? Behaviors.stopped() : this;
  }

  private void tickLater() {
    timers.startSingleTimer(EntityCommand.Tick.INSTANCE, node.settings().tick());
  }
}
