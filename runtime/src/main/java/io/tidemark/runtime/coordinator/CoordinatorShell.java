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
import java.time.Duration;
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
 * says again. More than {@value #RESTARTS} restarts in {@value #RESTARTS_SECONDS} s end the
 * pipeline.
 */
public final class CoordinatorShell extends AbstractBehavior<EntityCommand> {
  private static final int RESTARTS = 5;
  private static final int RESTARTS_SECONDS = 30;
  private static final EntityId.Coordinator ID = new EntityId.Coordinator();

  private final PipelineNode node;
  private final TimerScheduler<EntityCommand> timers;
  private final Entity entity;
  private final Effects effects;
  private final ActorRef<EntityCommand> self;
  private boolean stopping;

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
    node.counters().count(Counter.INCARNATIONS);
    tickLater();
    follow(entity.start(node.clock().nowMicros()));
  }

  /** The coordinator, supervised. */
  public static Behavior<EntityCommand> create(PipelineNode node) {
    Behavior<EntityCommand> incarnation =
        Behaviors.setup(
            context ->
                node.peers().enter(ID, context.getSelf())
                    ? Behaviors.withTimers(timers -> new CoordinatorShell(context, timers, node))
                    : Behaviors.stopped());
    return Behaviors.supervise(incarnation)
        .onFailure(
            SupervisorStrategy.restart().withLimit(RESTARTS, Duration.ofSeconds(RESTARTS_SECONDS)));
  }

  @Override
  public Receive<EntityCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(Envelope.class, this::onEnvelope)
        .onMessage(EntityCommand.Tick.class, tick -> onTick())
        .onMessage(EntityCommand.Continue.class, next -> onContinue())
        .onMessage(EntityCommand.Stop.class, stop -> onStop())
        .onMessage(EntityCommand.Done.class, this::onNotMine)
        .onMessage(EntityCommand.Broken.class, this::onNotMine)
        .onMessage(EntityCommand.Write.class, this::onNotMine)
        .onSignal(PostStop.class, stopped -> onStopped())
        .build();
  }

  private Behavior<EntityCommand> onEnvelope(Envelope envelope) {
    Message message = effects.open(envelope);
    if (message == null || effects.isOut()) {
      return this;
    }
    return follow(entity.receive(node.clock().nowMicros(), message));
  }

  private Behavior<EntityCommand> onTick() {
    effects.open();
    tickLater();
    return effects.isOut() ? this : follow(entity.tick(node.clock().nowMicros()));
  }

  private Behavior<EntityCommand> onContinue() {
    effects.open();
    return effects.isOut()
        ? this
        : follow(entity.receive(node.clock().nowMicros(), new Message.Continue()));
  }

  private Behavior<EntityCommand> onStop() {
    stopping = true;
    return Behaviors.stopped();
  }

  private Behavior<EntityCommand> onNotMine(EntityCommand command) {
    throw new IllegalStateException("the coordinator neither reads nor writes: " + command);
  }

  private Behavior<EntityCommand> onStopped() {
    node.peers().leave(ID, self);
    if (!stopping) {
      effects.fail("the coordinator has ended: see the log for what broke it");
    }
    return this;
  }

  private Behavior<EntityCommand> follow(Step step) {
    if (step.event() != null) {
      throw new IllegalStateException("the coordinator has no journal: event=" + step.event());
    }
    effects.carryOut(step);
    if (step.wantsAgain()) {
      self.tell(EntityCommand.Continue.INSTANCE);
    }
    if (effects.isLeaving()) {
      return onStop();
    }
    return this;
  }

  private void tickLater() {
    timers.startSingleTimer(EntityCommand.Tick.INSTANCE, node.settings().tick());
  }
}
