package io.tidemark.runtime;

import io.tidemark.core.message.EntityId;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.channel.Peers;
import io.tidemark.runtime.channel.Unsendable;
import io.tidemark.runtime.clock.Clock;
import io.tidemark.runtime.clock.Stopwatch;
import io.tidemark.runtime.entity.EntityFactory;
import io.tidemark.runtime.entity.Failures;
import io.tidemark.runtime.entity.Lanes;
import io.tidemark.runtime.entity.PipelineListener;
import io.tidemark.runtime.entity.PipelineNode;
import io.tidemark.runtime.entity.RuntimeSettings;
import io.tidemark.runtime.telemetry.Counter;
import io.tidemark.runtime.telemetry.Counters;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.DeadLetter;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.Terminated;
import org.apache.pekko.actor.typed.eventstream.EventStream;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.jspecify.annotations.Nullable;

/**
 * One pipeline on this node, from its start to its outcome.
 *
 * <p><b>Protocol.</b> Entities report through {@link PipelineListener}; {@link Stop} and {@link
 * Drain} come from outside; failure and completion are told to the pipeline's other nodes, and
 * heard from them. The first of failure, completion, stop and the end of draining decides the
 * outcome. Then no incarnation begins any more, all that live here end (at once where the pipeline
 * failed, otherwise each after its write), blocking work ends, and the outcome is told.
 *
 * <p><b>Supervision.</b> None: it stops when it fails, and its entities with it.
 */
final class PipelineActor extends AbstractBehavior<PipelineActor.Command> {
  sealed interface Command {}

  /** End the pipeline before it is complete. */
  record Stop() implements Command {}

  /** Read nothing more, and end the pipeline when what was read is committed. */
  record Drain() implements Command {}

  private record Settled() implements Command {}

  private record Ending(Outcome outcome) implements Command {}

  private record EndingHere(Outcome outcome) implements Command {}

  private record Heard(Outcome outcome) implements Command {}

  private record Lost(DeadLetter letter) implements Command {}

  private record Stuck(Unsendable unsendable) implements Command {}

  private record Watch(EntityId id, ActorRef<Envelope> incarnation) implements Command {}

  private record Gone(EntityId id, ActorRef<Envelope> incarnation) implements Command {}

  private record TooLong() implements Command {}

  private record Idle() implements Command {}

  /** What the actor and its handle outside share. */
  record Shared(PipelineNode node, Mailbox mailbox) {}

  /** How the entities reach the actor, which begins before any of them. */
  private static final class Mailbox implements PipelineListener, Peers.Watch {
    private volatile @Nullable ActorRef<Command> actor;

    @Override
    public void failed(EntityId entity, String reason) {
      tell(new Ending(new Outcome.Failed(entity, reason)));
    }

    @Override
    public void failedHere(EntityId entity, String reason) {
      tell(new EndingHere(new Outcome.Failed(entity, reason)));
    }

    @Override
    public void completed() {
      tell(new Ending(new Outcome.Completed()));
    }

    @Override
    public void watch(EntityId id, ActorRef<Envelope> incarnation) {
      tell(new Watch(id, incarnation));
    }

    private void tell(Command command) {
      ActorRef<Command> begun = actor;
      if (begun == null) {
        throw new IllegalStateException("the pipeline has not begun: " + command);
      }
      begun.tell(command);
    }
  }

  private final PipelineNode node;
  private final CompletableFuture<Outcome> ended;
  private final ActorRef<Outcome> announcer;
  private final Set<ActorRef<?>> ending = new HashSet<>();
  private @Nullable Outcome outcome;
  private @Nullable Stopwatch drained;
  private @Nullable Stopwatch settling;
  private long recorded;

  private PipelineActor(
      ActorContext<Command> context,
      Shared shared,
      Placement placement,
      CompletableFuture<Outcome> ended) {
    super(context);
    this.node = shared.node;
    this.ended = ended;
    shared.mailbox.actor = context.getSelf();
    subscribe(DeadLetter.class, context.messageAdapter(DeadLetter.class, Lost::new));
    subscribe(Unsendable.class, context.messageAdapter(Unsendable.class, Stuck::new));
    announcer =
        placement.announcer(context, node, context.messageAdapter(Outcome.class, Heard::new));
    node.peers().open(placement.settle(context, node));
    placement.startCoordinator(context, node);
  }

  private <E> void subscribe(Class<E> published, ActorRef<E> subscriber) {
    getContext().getSystem().eventStream().tell(new EventStream.Subscribe<>(published, subscriber));
  }

  static Shared shared(
      ActorSystem<?> system,
      String pipeline,
      EntityFactory factory,
      RuntimeSettings settings,
      Clock clock) {
    Mailbox mailbox = new Mailbox();
    Counters counters = new Counters();
    Executor blocking =
        system.dispatchers().lookup(DispatcherSelector.fromConfig("tidemark.blocking-dispatcher"));
    return new Shared(
        new PipelineNode(
            pipeline,
            settings,
            factory,
            clock,
            mailbox,
            counters,
            new Peers(counters, mailbox),
            new Failures(settings),
            new Lanes(blocking)),
        mailbox);
  }

  static Behavior<Command> create(
      Shared shared, Placement placement, CompletableFuture<Outcome> ended) {
    return Behaviors.setup(
        context -> {
          try {
            return new PipelineActor(context, shared, placement, ended);
          } catch (RuntimeException e) {
            shared.node.peers().close();
            ended.complete(
                new Outcome.Failed(new EntityId.Coordinator(), "cannot be started: " + e));
            throw e;
          }
        });
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Stop.class, stop -> end(new Outcome.Stopped()))
        .onMessage(Drain.class, drain -> onDrain())
        .onMessage(Settled.class, settled -> onSettled())
        .onMessage(Ending.class, ending -> decide(ending.outcome))
        .onMessage(EndingHere.class, ending -> end(ending.outcome))
        .onMessage(Heard.class, heard -> end(heard.outcome))
        .onMessage(Lost.class, this::onLost)
        .onMessage(Stuck.class, this::onStuck)
        .onMessage(Watch.class, this::onWatch)
        .onMessage(Gone.class, this::onGone)
        .onMessage(TooLong.class, tooLong -> onTooLong())
        .onMessage(Idle.class, idle -> onIdle())
        .onSignal(Terminated.class, this::onTerminated)
        .onSignal(PostStop.class, stopped -> onStopped())
        .build();
  }

  private Behavior<Command> onDrain() {
    if (outcome == null && drained == null) {
      node.lanes().drain();
      drained = Stopwatch.started();
      settling = Stopwatch.started();
      recorded = recordedSoFar();
      getContext().getLog().info("pipeline {} drains", node.pipeline());
      settleLater();
    }
    return this;
  }

  private void settleLater() {
    getContext().scheduleOnce(node.settings().tick(), getContext().getSelf(), new Settled());
  }

  /** Whether what was read is committed: then nobody records anything any more. */
  private Behavior<Command> onSettled() {
    if (outcome != null || drained == null || settling == null) {
      return this;
    }
    long now = recordedSoFar();
    if (now != recorded) {
      recorded = now;
      settling = Stopwatch.started();
    }
    boolean settled = settling.elapsed().compareTo(node.settings().settled()) >= 0;
    if (settled || drained.elapsed().compareTo(node.settings().draining()) >= 0) {
      return end(new Outcome.Stopped());
    }
    settleLater();
    return this;
  }

  private long recordedSoFar() {
    return node.counters().get(Counter.RECORDED);
  }

  /** It shows here how the pipeline ends, for all its nodes. */
  private Behavior<Command> decide(Outcome decided) {
    if (outcome == null) {
      announcer.tell(decided);
    }
    return end(decided);
  }

  private Behavior<Command> end(Outcome decided) {
    if (outcome != null) {
      return this;
    }
    outcome = decided;
    getContext().getLog().info("pipeline {} ends: {}", node.pipeline(), decided);
    for (ActorRef<EntityCommand> resident : node.peers().close()) {
      ending.add(resident);
      getContext().watch(resident);
      if (decided instanceof Outcome.Failed) {
        kill(resident);
      } else {
        resident.tell(EntityCommand.Stop.INSTANCE);
      }
    }
    getContext().scheduleOnce(node.settings().stopping(), getContext().getSelf(), new TooLong());
    return whenAllEnded();
  }

  private Behavior<Command> onTerminated(Terminated terminated) {
    ending.remove(terminated.getRef());
    return whenAllEnded();
  }

  private Behavior<Command> whenAllEnded() {
    if (outcome != null && ending.isEmpty()) {
      getContext().pipeToSelf(node.lanes().idle(), (done, failure) -> new Idle());
    }
    return this;
  }

  private Behavior<Command> onIdle() {
    node.peers().allEnded();
    return Behaviors.stopped();
  }

  private Behavior<Command> onTooLong() {
    getContext()
        .getLog()
        .warn("{} entities did not end in {}", ending.size(), node.settings().stopping());
    ending.forEach(this::kill);
    return this;
  }

  private void kill(ActorRef<?> incarnation) {
    Adapter.toClassic(getContext().getSystem()).stop(Adapter.toClassic(incarnation));
  }

  /** Once the pipeline is ending, who ends first is missed by the others. */
  private Behavior<Command> onLost(Lost lost) {
    if (outcome == null && lost.letter.message() instanceof Envelope) {
      node.counters().count(Counter.DEAD_LETTERS);
    }
    return this;
  }

  private Behavior<Command> onStuck(Stuck stuck) {
    EntityId from = stuck.unsendable.envelope().from();
    boolean ours = stuck.unsendable.envelope().sender().equals(node.peers().here(from));
    return ours ? decide(new Outcome.Failed(from, stuck.unsendable.reason())) : this;
  }

  private Behavior<Command> onWatch(Watch watch) {
    getContext().watchWith(watch.incarnation, new Gone(watch.id, watch.incarnation));
    return this;
  }

  private Behavior<Command> onGone(Gone gone) {
    node.peers().forget(gone.id, gone.incarnation);
    return this;
  }

  private Behavior<Command> onStopped() {
    node.peers().close().forEach(this::kill);
    ended.complete(outcome == null ? new Outcome.Stopped() : outcome);
    return this;
  }
}
