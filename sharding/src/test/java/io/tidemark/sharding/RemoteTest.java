package io.tidemark.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.channel.Peers;
import io.tidemark.runtime.entity.Rig;
import io.tidemark.runtime.telemetry.Counters;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What is known of, and told to, entities on other nodes. */
class RemoteTest {
  private static final EntityId MEMBER = new EntityId.KeyGroup("hourly", 0);
  private static final ClusterNode NODE = Nodes.alone("remote", Rig.plugins("RemoteTest"));

  private final List<Object> watched = new ArrayList<>();
  private final Peers peers = new Peers(new Counters(), (id, ref) -> watched.add(ref));
  private final TestProbe<Envelope> routed = TestProbe.create(NODE.system());

  @AfterAll
  static void stop() {
    NODE.close();
  }

  private static ActorRef<Envelope> elsewhere(String incarnation) {
    return ActorRefResolver.get(NODE.system())
        .resolveActorRef("pekko://remote@127.0.0.1:1/user/member#" + incarnation);
  }

  private Envelope envelope(ActorRef<Envelope> sender) {
    return new Envelope("remote", MEMBER, MEMBER, sender, new Message.Ping(1));
  }

  @Test
  void learnsAnIncarnationOnAnotherNodeAndWatchesItOnce() {
    peers.open(envelope -> routed.ref().tell(envelope));
    peers.learn(MEMBER, elsewhere("1"));
    peers.learn(MEMBER, elsewhere("1"));
    assertThat(watched).hasSize(1);
    peers.send(envelope(routed.ref()));
    peers.learn(MEMBER, elsewhere("2"));
    assertThat(watched).hasSize(2);
    peers.forget(MEMBER, elsewhere("1"));
    peers.send(envelope(routed.ref()));
    routed.expectNoMessage();
    peers.forget(MEMBER, elsewhere("2"));
    peers.send(envelope(routed.ref()));
    routed.receiveMessage();
  }

  @Test
  void learnsNothingOfAnIncarnationHere() {
    peers.open(envelope -> routed.ref().tell(envelope));
    TestProbe<Envelope> resident = TestProbe.create(NODE.system());
    peers.learn(MEMBER, resident.ref());
    assertThat(watched).isEmpty();
    peers.send(envelope(routed.ref()));
    routed.receiveMessage();
  }
}
