package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.Message;
import io.tidemark.runtime.channel.Directory;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.channel.Unsendable;
import io.tidemark.runtime.clock.SystemClock;
import io.tidemark.runtime.entity.GatedStore;
import io.tidemark.runtime.entity.PipelineNode;
import io.tidemark.runtime.entity.Rig;
import io.tidemark.runtime.entity.RuntimeSettings;
import io.tidemark.runtime.telemetry.Counter;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.eventstream.EventStream;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PipelineRuntimeTest {
  private final ActorTestKit kit =
      ActorTestKit.create("runtime", Rig.config("PipelineRuntimeTest", ""));
  private static final GatedStore STORE = GatedStore.named("PipelineRuntimeTest");

  private final Ring ring = new Ring(4);

  @AfterEach
  void close() {
    kit.shutdownTestKit();
  }

  private RunningPipeline start(String name) {
    return PipelineRuntime.start(
        kit.system(),
        name,
        ring,
        Placement.local(),
        RuntimeSettings.defaults()
            .withTick(Duration.ofMillis(10))
            .withBackoff(Duration.ofMillis(1), Duration.ofMillis(10), 5),
        new SystemClock());
  }

  private static Outcome outcome(CompletionStage<Outcome> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private void eventually(Runnable assertion) {
    TestProbe<Object> probe = kit.createTestProbe();
    probe.awaitAssert(
        Duration.ofSeconds(30),
        () -> {
          assertion.run();
          return assertion;
        });
  }

  @Test
  void runsUntilTheCoordinatorSaysThatItIsComplete() throws Exception {
    ring.roundsToComplete(3);
    RunningPipeline running = start("completes");
    assertThat(outcome(running.outcome())).isEqualTo(new Outcome.Completed());
    assertThat(running.status().residents()).isEmpty();
    assertThat(ring.rounds()).allMatch(rounds -> rounds >= 3);
    assertThat(running.status().counts())
        .containsEntry(Counter.MISDELIVERED, 0L)
        .containsEntry(Counter.FAILURES, 0L);
  }

  @Test
  void stopsWhenItIsToldTo() throws Exception {
    RunningPipeline running = start("stops");
    eventually(() -> assertThat(running.status().residents()).hasSize(1 + 4));
    long before = System.nanoTime();
    assertThat(outcome(running.stop())).isEqualTo(new Outcome.Stopped());
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    assertThat(outcome(running.stop())).isEqualTo(new Outcome.Stopped());
    assertThat(running.kill(Ring.member(0))).isFalse();
  }

  @Test
  void failsWithTheReasonOfTheEntityThatBroke() throws Exception {
    RunningPipeline running = start("fails");
    ring.breakMember(2);
    assertThat(outcome(running.outcome()))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.entity()).isEqualTo(Ring.member(2));
              assertThat(failed.reason()).contains("a broken invariant", "told to break");
            });
    assertThat(running.status().residents()).isEmpty();
  }

  @Test
  void startsAKilledMemberAgainWithWhatItHadWritten() throws Exception {
    RunningPipeline running = start("kills");
    eventually(() -> assertThat(ring.rounds()).allMatch(rounds -> rounds >= 3));
    for (int i = 0; i < 4; i++) {
      long before = ring.rounds().get(i);
      assertThat(running.kill(Ring.member(i))).isTrue();
      int member = i;
      eventually(() -> assertThat(ring.rounds().get(member)).isGreaterThan(before));
    }
    assertThat(ring.incarnations(Ring.member(0))).isEqualTo(2);
    assertThat(outcome(running.stop())).isEqualTo(new Outcome.Stopped());
    assertThat(ring.contradictions()).isEmpty();
    assertThat(ring.overtaken()).isFalse();
  }

  @Test
  void endsAfterABoundedTimeThoughItsEntitiesNeverCeaseToWriteWhileItDrains() throws Exception {
    RunningPipeline running = start("drains");
    eventually(() -> assertThat(ring.rounds()).allMatch(rounds -> rounds >= 3));
    assertThat(outcome(running.drain())).isEqualTo(new Outcome.Stopped());
    assertThat(running.status().residents()).isEmpty();
  }

  @Test
  void startsAMemberAgainWhoseWriteFailed() throws Exception {
    RunningPipeline running = start("store");
    eventually(() -> assertThat(ring.rounds()).allMatch(rounds -> rounds >= 3));
    for (int failures = 1; failures <= 3; failures++) {
      STORE.failNext();
      int expected = 4 + failures;
      eventually(() -> assertThat(ring.memberIncarnations()).isEqualTo(expected));
      List<Long> before = ring.rounds();
      eventually(() -> assertThat(ring.rounds()).allMatch(r -> r > Collections.max(before)));
    }
    assertThat(outcome(running.stop())).isEqualTo(new Outcome.Stopped());
    assertThat(ring.contradictions()).isEmpty();
    assertThat(ring.overtaken()).isFalse();
    assertThat(running.status().counts()).containsEntry(Counter.FAILURES, 3L);
  }

  @Test
  void restartsTheCoordinatorInPlace() throws Exception {
    RunningPipeline running = start("coordinator");
    EntityId coordinator = new EntityId.Coordinator();
    eventually(() -> assertThat(ring.rounds()).allMatch(rounds -> rounds >= 1));
    assertThat(running.kill(coordinator)).isTrue();
    eventually(() -> assertThat(ring.incarnations(coordinator)).isEqualTo(2));
    long before = ring.rounds().get(0);
    eventually(() -> assertThat(ring.rounds().get(0)).isGreaterThan(before));
    assertThat(outcome(running.stop())).isEqualTo(new Outcome.Stopped());
  }

  @Test
  void failsWhenTheCoordinatorBreaksAgainAndAgain() throws Exception {
    ring.breakCoordinator();
    assertThat(outcome(start("breaks").outcome()))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.entity()).isEqualTo(new EntityId.Coordinator());
              assertThat(failed.reason()).contains("again and again", "told to break");
            });
    assertThat(ring.incarnations(new EntityId.Coordinator())).isBetween(5, 6);
  }

  @Test
  void isStoppedWithItsActorSystem() throws Exception {
    RunningPipeline running = start("terminated");
    eventually(() -> assertThat(running.status().residents()).hasSize(1 + 4));
    kit.system().terminate();
    assertThat(outcome(running.outcome())).isEqualTo(new Outcome.Stopped());
  }

  @Test
  void deliversEveryMessageToTheEntityItNames() throws Exception {
    Postbox postbox = new Postbox();
    PipelineActor.Shared shared =
        PipelineActor.shared(
            kit.system(), "post", postbox, RuntimeSettings.defaults(), new SystemClock());
    ActorRef<PipelineActor.Command> actor =
        kit.spawn(PipelineActor.create(shared, Placement.local(), new CompletableFuture<>()));
    eventually(
        () -> assertThat(shared.node().peers().here(new EntityId.Coordinator())).isNotNull());
    postbox.deliver(shared.node(), kit.createTestProbe(), 1000, 8, 13);
    assertThat(shared.node().counters().get(Counter.MISDELIVERED)).isZero();
    assertThat(shared.node().counters().get(Counter.DEAD_LETTERS)).isZero();
    assertThat(shared.node().counters().get(Counter.INCARNATIONS)).isEqualTo(1000 + 1);
    actor.tell(new PipelineActor.Stop());
  }

  @Test
  void startsASubstreamAgainThatHasLeft() throws Exception {
    EntityId.Substream substream =
        new EntityId.Substream(
            new EntityId.Partition("orders", 0), KeyBytes.of("k", ValueCodec.INSTANCE));
    Feeding feeding = new Feeding(substream);
    RunningPipeline running =
        PipelineRuntime.start(
            kit.system(),
            "feeds",
            feeding,
            Placement.local(),
            RuntimeSettings.defaults().withTick(Duration.ofMillis(10)),
            new SystemClock());
    eventually(() -> assertThat(feeding.endings()).hasSizeGreaterThanOrEqualTo(50));
    assertThat(outcome(running.stop())).isEqualTo(new Outcome.Stopped());
    assertThat(feeding.endings().subList(0, 50))
        .isEqualTo(
            LongStream.rangeClosed(1, 50)
                .mapToObj(start -> new Message.SubstreamEnded(substream, start))
                .toList());
    assertThat(running.status().counts())
        .containsEntry(Counter.DEAD_LETTERS, 0L)
        .containsEntry(Counter.UNHEARD, 0L);
  }

  @Test
  void failsWhenItsEntitiesHaveNoPlaceToLive() throws Exception {
    Placement nowhere =
        new Placement() {
          @Override
          public Directory settle(ActorContext<?> context, PipelineNode node) {
            throw new IllegalStateException("there is no cluster");
          }

          @Override
          public void startCoordinator(ActorContext<?> context, PipelineNode node) {}

          @Override
          public ActorRef<Outcome> announcer(
              ActorContext<?> context, PipelineNode node, ActorRef<Outcome> hears) {
            return kit.system().<Outcome>ignoreRef();
          }
        };
    RunningPipeline running =
        PipelineRuntime.start(
            kit.system(), "nowhere", ring, nowhere, RuntimeSettings.defaults(), new SystemClock());
    assertThat(outcome(running.outcome()))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.reason()).contains("there is no cluster"));
  }

  @Test
  void failsWhenAMessageCannotLeaveTheJvm() throws Exception {
    PipelineActor.Shared shared =
        PipelineActor.shared(
            kit.system(), "unsendable", ring, RuntimeSettings.defaults(), new SystemClock());
    CompletableFuture<Outcome> ended = new CompletableFuture<>();
    kit.spawn(PipelineActor.create(shared, Placement.local(), ended));
    EntityId from = new EntityId.Coordinator();
    eventually(() -> assertThat(shared.node().peers().here(from)).isNotNull());
    TestProbe<Envelope> stranger = kit.createTestProbe();
    Message message = new Message.Ping(1);
    publish(new Unsendable(new Envelope("test", from, from, stranger.ref(), message), "not ours"));
    ActorRef<EntityCommand> ours = Objects.requireNonNull(shared.node().peers().here(from));
    publish(
        new Unsendable(new Envelope("test", from, from, ours.narrow(), message), "run one node"));
    assertThat(outcome(ended)).isEqualTo(new Outcome.Failed(from, "run one node"));
  }

  @Test
  void tellsItsOtherNodesHowItEndsAndHearsItFromThem() throws Exception {
    TestProbe<Outcome> others = kit.createTestProbe();
    AtomicReference<ActorRef<Outcome>> hears = new AtomicReference<>();
    PlacedAmongOthers placement = new PlacedAmongOthers(others.ref(), hears);
    Ring completing = new Ring(2);
    completing.roundsToComplete(1);
    assertThat(outcome(start("tells", completing, placement).outcome()))
        .isEqualTo(new Outcome.Completed());
    assertThat(others.receiveMessage()).isEqualTo(new Outcome.Completed());

    RunningPipeline running = start("hears", new Ring(2), placement);
    eventually(() -> assertThat(running.status().residents()).isNotEmpty());
    Outcome failed = new Outcome.Failed(Ring.member(0), "broken on another node");
    hears.get().tell(failed);
    assertThat(outcome(running.outcome())).isEqualTo(failed);
    assertThat(outcome(start("stops", new Ring(2), placement).stop()))
        .isEqualTo(new Outcome.Stopped());
    others.expectNoMessage(); // What was heard is not told again, and leaving is no outcome.
  }

  private RunningPipeline start(String name, Ring entities, Placement placement) {
    return PipelineRuntime.start(
        kit.system(), name, entities, placement, RuntimeSettings.defaults(), new SystemClock());
  }

  /** In this JVM, with a probe in place of the other nodes. */
  private record PlacedAmongOthers(
      ActorRef<Outcome> others, AtomicReference<ActorRef<Outcome>> hears) implements Placement {
    @Override
    public Directory settle(ActorContext<?> context, PipelineNode node) {
      return Placement.local().settle(context, node);
    }

    @Override
    public void startCoordinator(ActorContext<?> context, PipelineNode node) {
      Placement.local().startCoordinator(context, node);
    }

    @Override
    public ActorRef<Outcome> announcer(
        ActorContext<?> context, PipelineNode node, ActorRef<Outcome> hearing) {
      hears.set(hearing);
      return others;
    }
  }

  private void publish(Unsendable unsendable) {
    kit.system().eventStream().tell(new EventStream.Publish<>(unsendable));
  }

  @Test
  void refusesBoundsThatTheStashCannotHold() {
    assertThatThrownBy(
            () ->
                PipelineRuntime.start(
                    kit.system(),
                    "large",
                    ring,
                    Placement.local(),
                    RuntimeSettings.defaults().withLargestInbox(5_000_001),
                    new SystemClock()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("stash-capacity=10000000", "actual=5000001");
  }

  @Test
  void refusesAStashThatDrops() {
    ActorTestKit dropping =
        ActorTestKit.create(
            "dropping",
            ConfigFactory.parseString("pekko.persistence.typed.stash-capacity = 10000000")
                .withFallback(ConfigFactory.load()));
    try {
      assertThatThrownBy(
              () ->
                  PipelineRuntime.start(
                      dropping.system(),
                      "drops",
                      ring,
                      Placement.local(),
                      RuntimeSettings.defaults(),
                      new SystemClock()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("stash-overflow-strategy=drop", "set it to fail");
    } finally {
      dropping.shutdownTestKit();
    }
  }

  @Test
  void refusesANameThatJournalsCannotCarry() {
    assertThatThrownBy(() -> start("a/b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("actual=a/b");
  }
}
