package io.tidemark.runtime.entity;

import static io.tidemark.runtime.entity.Rig.OTHER;
import static io.tidemark.runtime.entity.Rig.SOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.channel.Outgoing;
import io.tidemark.core.channel.Ports;
import io.tidemark.core.channel.Route;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.entity.Entity;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.entity.Step;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.keygroup.KeyGroup;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.WindowComputation;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.WindowResultCodec;
import io.tidemark.core.window.WindowStep;
import io.tidemark.core.window.Windows;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.telemetry.Counter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.DeadLetter;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.eventstream.EventStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Faults that others had, shown by a key group in its actor: it counts elements in windows of ten
 * ticks, and what it hands on goes to the routed probe. The numbers are those of docs/faults.md.
 */
class FaultsTest {
  private static final EntityId.KeyGroup GROUP = new EntityId.KeyGroup("counts", 0);
  private static final EntityId.Sink OUT = new EntityId.Sink("out");
  private static final Windows WINDOWS = Windows.tumbling(Duration.ofNanos(10_000));

  /** So many elements make the key group write. */
  private static final int RECORD_ELEMENTS = 3;

  private static final int WINDOW = 32;

  private final Rig rig =
      new Rig(
          RuntimeSettings.defaults().withLargestInbox(WINDOW),
          "pekko.persistence.typed.stash-capacity = " + 2 * WINDOW);

  FaultsTest() {
    rig.made = FaultsTest::keyGroup;
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private static Entity keyGroup(EntityId id) {
    Limits limits =
        Limits.defaults().with(bounds -> bounds.window(WINDOW).recordElements(RECORD_ELEMENTS));
    Ports.Port results =
        new Ports.Port(
            objects(new WindowResultCodec<>(objects(ValueCodec.INSTANCE))),
            List.of(new Route.ToSink(OUT)));
    WindowStep<Object, Object> counts =
        new WindowStep<>(
            "counts",
            WINDOWS,
            KeySelector.ofValues(element -> element),
            List.of(Aggregates.count()));
    return new KeyGroup(
        (EntityId.KeyGroup) id,
        new WindowComputation(counts),
        new Ports(id, List.of(results), WINDOW),
        limits);
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> objects(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  private static Message.Item element(long number, long micros) {
    return new Message.Item(
        OTHER, 1, number, number - 1, new Message.Outputs(List.of(new Output(micros, "k"))));
  }

  /** Three elements in the first window, the third of which makes the key group write. */
  private void tellThree(ActorRef<EntityCommand> group) {
    for (int number = 1; number <= RECORD_ELEMENTS; number++) {
      group.tell(rig.envelope(GROUP, element(number, number)));
    }
  }

  /** The window's end: what sets it off is that progress reaches it. */
  private void tellProgress(ActorRef<EntityCommand> group, long generation) {
    group.tell(rig.envelope(GROUP, new Message.Progress(generation, 10, false)));
  }

  /** The next row that is handed on; a count of the first window. */
  private long countOfTheFirstWindow() {
    while (true) {
      Message message = rig.routed.receiveMessage(SOON).message();
      if (message instanceof Message.Item item
          && item.payload() instanceof Message.Outputs outputs) {
        assertThat(outputs.outputs()).hasSize(1);
        WindowResult<?> row = (WindowResult<?>) outputs.outputs().get(0).value();
        assertThat(row.startMicros()).isZero();
        assertThat(row.endMicros()).isEqualTo(10);
        return (Long) row.values().get(0);
      }
    }
  }

  @Test
  @DisplayName("19: a timer message during persist is lost")
  void aWindowFiresThatBecameDueDuringAWrite() {
    ActorRef<EntityCommand> group = rig.spawn(GROUP);
    rig.eventually(() -> assertThat(rig.store.writes()).isEqualTo(1));
    CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
    tellThree(group);
    rig.eventually(() -> assertThat(rig.store.writes()).isEqualTo(2));
    tellProgress(group, 1);
    assertThat(write).isNotDone();

    write.complete(GatedStore.Verdict.STORE);

    assertThat(countOfTheFirstWindow()).isEqualTo(RECORD_ELEMENTS);
    assertThat(rig.failures).isEmpty();
  }

  @Test
  @DisplayName("19: a timer message during replay is lost")
  void aWindowFiresThatBecameDueDuringAReplay() {
    ActorRef<EntityCommand> group = rig.spawn(GROUP);
    tellThree(group);
    rig.eventually(() -> assertThat(rig.store.writes()).isEqualTo(2));
    rig.kill(group);
    CompletableFuture<Void> replay = rig.store.holdReplays();
    ActorRef<EntityCommand> next = rig.spawn(GROUP);
    tellProgress(next, 2);
    assertThat(rig.store.writes()).as("the start is not written yet").isEqualTo(2);

    replay.complete(null);

    assertThat(countOfTheFirstWindow()).isEqualTo(RECORD_ELEMENTS);
    assertThat(rig.failures).isEmpty();
  }

  @Test
  @DisplayName("23: commands vanish in a burst")
  void creditHoldsABurstBackWhileAWriteIsUnderWay() {
    TestProbe<DeadLetter> lost = rig.kit.createTestProbe(DeadLetter.class);
    rig.kit.system().eventStream().tell(new EventStream.Subscribe<>(DeadLetter.class, lost.ref()));
    CompletableFuture<GatedStore.Verdict> write = rig.store.holdNext();
    ActorRef<EntityCommand> group = rig.spawn(GROUP);
    Outgoing channel = new Outgoing(OTHER, GROUP, WINDOW);
    int elements = 10_000;
    for (int number = 1; number <= elements; number++) {
      channel.add(number, 5, element(number, 5).payload());
    }
    assertThat(send(channel, group)).as("sent while the first write is held").isEqualTo(WINDOW);
    assertThat(send(channel, group)).isZero();

    write.complete(GatedStore.Verdict.STORE);

    while (channel.undelivered()) {
      Message message = rig.routed.receiveMessage(SOON).message();
      if (message instanceof Message.Ack ack) {
        channel.acknowledge(ack.delivered(), ack.durable(), true);
        send(channel, group);
      }
    }
    tellProgress(group, 1);
    assertThat(countOfTheFirstWindow()).isEqualTo(elements);
    assertThat(rig.failures).isEmpty();
    assertThat(rig.node.counters().get(Counter.UNHEARD)).isZero();
    lost.expectNoMessage(Duration.ofMillis(20));
  }

  /** How many items left. */
  private int send(Outgoing channel, ActorRef<EntityCommand> group) {
    Step step = new Step();
    channel.send(0, 1, step);
    for (Step.Effect effect : step.effects()) {
      Envelope envelope = rig.envelope(GROUP, ((Step.Send) effect).message());
      group.tell(envelope);
    }
    return step.effects().size();
  }
}
