package io.tidemark.runtime.entity;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.telemetry.Counter;
import java.time.Duration;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * What comes before an incarnation recovers: it enters itself, and waits where the ones before it
 * failed. What is said to it meanwhile is lost and counted; everything is said again.
 */
record Beginning(
    EntityId id, PipelineNode node, Departure departure, ActorRef<EntityCommand> self) {

  Behavior<EntityCommand> behavior() {
    if (!node.peers().enter(id, self)) {
      return Behaviors.stopped();
    }
    Duration backoff = node.failures().backoff(id, node.clock().nowMicros());
    return backoff.isZero() ? shell() : waiting(backoff);
  }

  private Behavior<EntityCommand> waiting(Duration backoff) {
    return Behaviors.withTimers(
        timers -> {
          timers.startSingleTimer(EntityCommand.Continue.INSTANCE, backoff);
          return Behaviors.receive(EntityCommand.class)
              .onMessageEquals(EntityCommand.Continue.INSTANCE, this::shell)
              .onMessageEquals(EntityCommand.Stop.INSTANCE, Behaviors::stopped)
              .onAnyMessage(
                  unheard -> {
                    node.counters().count(Counter.UNHEARD);
                    return Behaviors.same();
                  })
              .onSignal(
                  PostStop.class,
                  stopped -> {
                    node.peers().leave(id, self);
                    return Behaviors.same();
                  })
              .build();
        });
  }

  private Behavior<EntityCommand> shell() {
    node.counters().count(Counter.INCARNATIONS);
    // Substreams are many and hear from their partition: only members keep a timer.
    Behavior<EntityCommand> shell =
        id instanceof EntityId.Member ? Behaviors.withTimers(this::made) : made(null);
    return Behaviors.intercept(() -> new Enclosure(id, node), shell);
  }

  private Behavior<EntityCommand> made(@Nullable TimerScheduler<EntityCommand> timers) {
    try {
      return new EntityShell(id, node, departure, self, timers);
    } catch (RuntimeException e) {
      node.peers().leave(id, self);
      node.listener().failed(id, "cannot be made: entity=" + id.name() + ", " + Reasons.of(e));
      throw e;
    }
  }
}
