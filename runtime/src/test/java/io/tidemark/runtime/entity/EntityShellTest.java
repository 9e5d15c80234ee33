package io.tidemark.runtime.entity;

import static io.tidemark.runtime.entity.Rig.OTHER;
import static io.tidemark.runtime.entity.Rig.SOON;
import static io.tidemark.runtime.entity.Rig.SUBSTREAM;
import static io.tidemark.runtime.entity.Rig.TALLY;
import static io.tidemark.runtime.entity.Tally.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.entity.Step;
import io.tidemark.core.message.Message;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.telemetry.Counter;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whom an entity hears and answers. */
class EntityShellTest {
  private final Rig rig = new Rig();

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void answersTheIncarnationThatAsked() {
    TestProbe<Envelope> second = rig.kit.createTestProbe();
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    tally.tell(new Envelope("test", OTHER, TALLY, second.ref(), new Message.Ping(0)));
    Envelope answer = second.receiveMessage(SOON);
    assertThat(answer.to()).isEqualTo(OTHER);
    assertThat(answer.from()).isEqualTo(TALLY);
    rig.peer.expectNoMessage(Duration.ofMillis(20));
  }

  @Test
  void answersNobodyWhereNobodyAsked() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    assertThat(rig.sum(tally)).isZero();
    tally.tell(new EntityCommand.Done(new Message.Ping(0)));
    rig.eventually(() -> assertThat(rig.node.counters().get(Counter.UNADDRESSED)).isEqualTo(1));
    rig.peer.expectNoMessage(Duration.ofMillis(20));
  }

  @Test
  void sendsThroughTheDirectoryUntilThePeerIsKnown() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    Message hello = new Message.Ping(4);
    tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Send(OTHER, hello))));
    assertThat(rig.routed.receiveMessage(SOON).message()).isEqualTo(hello);
    TestProbe<EntityCommand> other = rig.kit.createTestProbe();
    rig.node.peers().enter(OTHER, other.ref());
    tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Send(OTHER, hello))));
    assertThat(rig.routed.receiveMessage(SOON).message()).isEqualTo(hello);
    rig.node.peers().open(OTHER, other.ref());
    tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Send(OTHER, hello))));
    assertThat(((Envelope) other.receiveMessage(SOON)).message()).isEqualTo(hello);
    rig.routed.expectNoMessage(Duration.ofMillis(20));
  }

  @Test
  void startsASubstreamOnlyWithAFeed() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Send(SUBSTREAM, ping()))));
    tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Send(SUBSTREAM, Rig.feed(1, 1)))));
    assertThat(rig.routed.receiveMessage(SOON).message()).isEqualTo(Rig.feed(1, 1));
    assertThat(rig.node.counters().get(Counter.NOT_RUNNING)).isEqualTo(1);
  }

  @Test
  void saysThatThePipelineIsComplete() throws InterruptedException {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    tally.tell(rig.envelope(TALLY, item(OTHER, 1, new Step.Completed())));
    assertThat(rig.completions.take()).isEqualTo("completed");
  }

  @Test
  void understandsEveryCommand() {
    ActorRef<EntityCommand> tally = rig.spawn(TALLY);
    List<EntityCommand> commands =
        List.of(
            rig.envelope(TALLY, new Message.Ping(0)),
            new EntityCommand.Done(new Message.Written(1)),
            EntityCommand.Tick.INSTANCE,
            EntityCommand.Continue.INSTANCE,
            new EntityCommand.Broken("the reader broke"),
            EntityCommand.Stop.INSTANCE);
    Set<Class<?>> permitted =
        new HashSet<>(Arrays.asList(EntityCommand.class.getPermittedSubclasses()));
    commands.forEach(command -> permitted.remove(command.getClass()));
    // It tells itself to write, after its start; a partition's box tells it, see StatementsTest.
    assertThat(permitted)
        .containsExactlyInAnyOrder(EntityCommand.Write.class, EntityCommand.Heard.class);
    commands.forEach(tally::tell);
    rig.awaitEnd(tally);
    assertThat(rig.failures).containsExactly("the reader broke");
  }

  private static Message.Ping ping() {
    return new Message.Ping(0);
  }
}
