package io.tidemark.sharding.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import io.tidemark.core.codec.Codec;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.Message;
import io.tidemark.core.message.Output;
import io.tidemark.core.time.Time;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.channel.Unsendable;
import io.tidemark.sharding.ClusterNode;
import java.io.NotSerializableException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.eventstream.EventStream;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What leaves a node comes back as it was, and nothing else does. */
class WireSerializerTest {
  private static final ClusterNode NODE =
      ClusterNode.alone(
          "wire", ConfigFactory.load(ConfigFactory.parseResources(ClusterNode.ONE_NODE)));
  private static final ExtendedActorSystem SYSTEM =
      (ExtendedActorSystem) Adapter.toClassic(NODE.system());
  private static final WireSerializer SERIALIZER = new WireSerializer(SYSTEM);
  private static final TestProbe<Envelope> SENDER = TestProbe.create(NODE.system());

  private static final EntityId.Partition PARTITION = new EntityId.Partition("bids é", 7);
  private static final EntityId.Substream SUBSTREAM =
      new EntityId.Substream(PARTITION, KeyBytes.of("a/b", ValueCodec.INSTANCE));
  private static final EntityId.KeyGroup GROUP = new EntityId.KeyGroup("hourly", 3);
  private static final EntityId.Sink SINK = new EntityId.Sink("out");
  private static final EntityId.Coordinator COORDINATOR = new EntityId.Coordinator();

  @SuppressWarnings("unchecked")
  private static final Codec<Object> VALUES = (Codec<Object>) (Codec<?>) ValueCodec.INSTANCE;

  static {
    WirePipelines.get(SYSTEM).add("p", (sender, receiver) -> VALUES);
  }

  @AfterAll
  static void stop() {
    NODE.close();
  }

  static Stream<Envelope> envelopes() {
    List<Output> outputs =
        List.of(
            new Output(Time.MIN, "first"),
            new Output(Time.MAX, 2L),
            new Output(0, List.<Object>of("x", 1.5)));
    return Stream.of(
        envelope(SUBSTREAM, SINK, item(SUBSTREAM, new Message.Outputs(outputs))),
        envelope(GROUP, SINK, item(GROUP, new Message.Outputs(List.of()))),
        envelope(SINK, SUBSTREAM, new Message.Ack(SINK, 3, 1L << 40, 5)),
        envelope(PARTITION, GROUP, new Message.OutputLow(PARTITION, 3, 1L << 50)),
        envelope(PARTITION, COORDINATOR, new Message.Report(PARTITION, 3, Time.MIN, false)),
        envelope(SINK, COORDINATOR, new Message.Report(SINK, 3, Time.MAX, true)),
        envelope(COORDINATOR, GROUP, new Message.Progress(9, -1, true)),
        envelope(COORDINATOR, PARTITION, new Message.Ping(Long.MAX_VALUE)));
  }

  private static Envelope envelope(EntityId from, EntityId to, Message message) {
    return new Envelope("p", from, to, SENDER.ref(), message);
  }

  private static Message item(EntityId from, Message.Payload payload) {
    return new Message.Item(from, 3, 1L << 33, (1L << 33) - 1, payload);
  }

  private static Envelope elements(int size) {
    Object[] values = IntStream.range(0, size).mapToObj(i -> "v" + i).toArray();
    long[] times = IntStream.range(0, size).mapToLong(i -> i * 1_000L - 5).toArray();
    int[] backwards = IntStream.range(0, size).map(i -> size - 1 - i).toArray();
    AdmittedBatch batch = new AdmittedBatch(values, times, null, null);
    Message.Elements part =
        new Message.Elements(new AdmittedBatch.Slice(batch, backwards, 1, size));
    return envelope(PARTITION, GROUP, item(PARTITION, part));
  }

  private static Object back(Object message) throws NotSerializableException {
    return SERIALIZER.fromBinary(SERIALIZER.toBinary(message), SERIALIZER.manifest(message));
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void anEnvelopeComesBackAsItWas(Envelope envelope) throws Exception {
    assertThat(back(envelope)).isEqualTo(envelope);
  }

  @Test
  void elementsComeBackInTheOrderOfTheirSlice() throws Exception {
    Envelope sent = elements(1_000);
    Message.Item item = (Message.Item) ((Envelope) back(sent)).message();
    AdmittedBatch.Slice slice = ((Message.Elements) item.payload()).slice();
    assertThat(slice.size()).isEqualTo(999);
    for (int i = 0; i < 999; i++) {
      assertThat(slice.value(i)).isEqualTo("v" + (998 - i));
      assertThat(slice.timeMicros(i)).isEqualTo((998 - i) * 1_000L - 5);
    }
    // Nine bytes a value, and its time in three.
    assertThat(SERIALIZER.toBinary(sent).length).isLessThan(999 * 12 + 200);
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void anOutcomeComesBackAsItWas(Outcome outcome) throws Exception {
    assertThat(back(outcome)).isEqualTo(outcome);
  }

  static Stream<Outcome> outcomes() {
    return Stream.of(
        new Outcome.Completed(), new Outcome.Stopped(), new Outcome.Failed(SUBSTREAM, "why é"));
  }

  @Test
  void pekkoFindsIt() {
    Object message = envelope(SINK, SUBSTREAM, new Message.Ack(SINK, 3, 1, 0));
    assertThat(SerializationExtension.get(SYSTEM).findSerializerFor(message))
        .isInstanceOf(WireSerializer.class);
    assertThat(Serializers.manifestFor(SERIALIZER, message)).isEqualTo("e1");
  }

  @Test
  void whatStaysOnANodeIsRefusedAndThePipelineHearsOfIt() {
    TestProbe<Unsendable> unsendable = TestProbe.create(NODE.system());
    NODE.system()
        .eventStream()
        .tell(new EventStream.Subscribe<>(Unsendable.class, unsendable.ref()));
    Envelope feed =
        envelope(PARTITION, SUBSTREAM, new Message.Feed(1, 1, 1, 1, List.of(), Message.Urge.NONE));
    unsendable.awaitAssert(
        () -> {
          assertThatThrownBy(() -> SERIALIZER.toBinary(feed))
              .hasMessageContaining("message=Feed")
              .hasMessageContaining("stays with a partition");
          // The subscription is on its way for a moment.
          assertThat(unsendable.receiveMessage(Duration.ofMillis(100)).envelope()).isEqualTo(feed);
          return feed;
        });
    assertThatThrownBy(() -> SERIALIZER.toBinary(EntityCommand.Stop.INSTANCE))
        .hasMessageContaining("has no form");
  }

  @Test
  void aMessageLargerThanAFrameIsRefusedWithItsSize() {
    Message.Outputs large = new Message.Outputs(List.of(new Output(0, "x".repeat(32 << 20))));
    assertThatThrownBy(() -> SERIALIZER.toBinary(envelope(GROUP, SINK, item(GROUP, large))))
        .hasMessageContaining("from=keygroup/hourly/3")
        .hasMessageContaining("size=33554")
        .hasMessageContaining("maximum-frame-size");
  }

  @Test
  void whatIsNotOursIsRefused() {
    byte[] bytes = SERIALIZER.toBinary(elements(10));
    assertThatThrownBy(() -> SERIALIZER.fromBinary(bytes, "e2"))
        .isInstanceOf(NotSerializableException.class)
        .hasMessageContaining("manifest=e2");
    Envelope other = new Envelope("q", SINK, GROUP, SENDER.ref(), new Message.Ack(SINK, 1, 1, 1));
    assertThatThrownBy(() -> SERIALIZER.toBinary(other)).hasMessageContaining("has the name q");
  }

  /** Neither an error of memory nor another exception: Pekko drops what is not serializable. */
  @Test
  void damagedBytesAreRefusedOrReadAsAnotherMessage() {
    Random random = new Random(4_711);
    byte[] bytes = SERIALIZER.toBinary(elements(20));
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = bytes.clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(SERIALIZER.fromBinary(damaged, "e1")).isInstanceOf(Envelope.class);
      } catch (NotSerializableException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1_000);
  }
}
