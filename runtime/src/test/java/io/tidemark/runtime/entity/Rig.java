package io.tidemark.runtime.entity;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.tidemark.core.codec.ValueCodec;
import io.tidemark.core.entity.Entity;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.KeyBytes;
import io.tidemark.core.message.Message;
import io.tidemark.core.sink.SinkWriter;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.runtime.channel.EntityCommand;
import io.tidemark.runtime.channel.Envelope;
import io.tidemark.runtime.channel.Peers;
import io.tidemark.runtime.telemetry.Counters;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.jspecify.annotations.Nullable;

/** An actor system with the gated plugins, and one pipeline's node in it. */
public final class Rig implements PipelineListener, EntityFactory, AutoCloseable {
  static final EntityId.KeyGroup TALLY = new EntityId.KeyGroup("tally", 0);
  static final EntityId.KeyGroup OTHER = new EntityId.KeyGroup("other", 0);
  static final EntityId.Substream SUBSTREAM =
      new EntityId.Substream(
          new EntityId.Partition("orders", 3), KeyBytes.of("k", ValueCodec.INSTANCE));
  static final Duration SOON = Duration.ofSeconds(20);

  final GatedStore store;
  final ActorTestKit kit;
  final ManualClock clock = new ManualClock();
  final BlockingQueue<String> failures = new LinkedBlockingQueue<>();
  final BlockingQueue<String> completions = new LinkedBlockingQueue<>();
  final Map<EntityId, Tally> tallies = new ConcurrentHashMap<>();
  final PipelineNode node;
  final TestProbe<Envelope> routed;
  final TestProbe<Envelope> peer;
  Function<EntityId, Entity> made;
  @Nullable PartitionReader reader;
  @Nullable SinkWriter<Object> writer;

  public Rig() {
    this(RuntimeSettings.defaults(), "");
  }

  Rig(RuntimeSettings settings, String config) {
    String name = UUID.randomUUID().toString();
    store = GatedStore.named(name);
    kit = ActorTestKit.create("rig", config(name, config));
    made = id -> new Tally(id, 1_000_000);
    Counters counters = new Counters();
    node =
        new PipelineNode(
            "test",
            settings,
            this,
            clock,
            this,
            counters,
            new Peers(counters, (id, ref) -> {}),
            new Failures(settings),
            new Lanes(
                kit.system()
                    .dispatchers()
                    .lookup(DispatcherSelector.fromConfig("tidemark.blocking-dispatcher"))));
    routed = kit.createTestProbe();
    peer = kit.createTestProbe();
    node.peers().open(envelope -> routed.ref().tell(envelope));
  }

  /** Another one instead of this. */
  Rig replaced(RuntimeSettings settings, String config) {
    close();
    return new Rig(settings, config);
  }

  public static Config config(String store, String more) {
    return ConfigFactory.load(
        ConfigFactory.parseString(more)
            .withFallback(plugins(store))
            .withFallback(ConfigFactory.parseResources("tidemark-local.conf")));
  }

  /** The gated plugins as those of the system. */
  public static Config plugins(String store) {
    return ConfigFactory.parseString(
        """
        pekko.persistence.journal.plugin = gated.journal
        pekko.persistence.snapshot-store.plugin = gated.snapshots
        gated {
          journal.class = io.tidemark.runtime.entity.GatedJournal
          journal.replay-filter.mode = fail
          journal.store = "%1$s"
          snapshots.class = io.tidemark.runtime.entity.GatedSnapshots
          snapshots.store = "%1$s"
        }
        """
            .formatted(store));
  }

  static String journal(EntityId id) {
    return PersistenceIds.of("test", id).id();
  }

  /** What starts a substream, from a number on. */
  static Message.Feed feed(long fence, long start) {
    return new Message.Feed(1, fence, start, 1, List.of(), Message.Urge.NONE);
  }

  ActorRef<EntityCommand> spawn(EntityId id) {
    return kit.spawn(EntityShell.create(id, node, Departure.AT_ONCE));
  }

  Envelope envelope(EntityId to, Message message) {
    return new Envelope("test", OTHER, to, peer.ref(), message);
  }

  Message answer() {
    return peer.receiveMessage(SOON).message();
  }

  Message.Ack ack() {
    return (Message.Ack) answer();
  }

  /** Gives the tally the numbers from the one to the other, each to add one. */
  void count(ActorRef<EntityCommand> tally, long from, long to) {
    for (long number = from; number <= to; number++) {
      tally.tell(envelope(TALLY, Tally.item(OTHER, number, 1L)));
    }
  }

  void awaitDurable(long position) {
    Message.Ack ack = ack();
    while (ack.durable() < position) {
      ack = ack();
    }
  }

  void kill(ActorRef<EntityCommand> incarnation) {
    kit.stop(incarnation, SOON);
  }

  void awaitEnd(ActorRef<?> incarnation) {
    kit.createTestProbe().expectTerminated(incarnation, SOON);
  }

  /** Asks for the sum, which comes after everything before it. */
  long sum(ActorRef<EntityCommand> tally) {
    tally.tell(envelope(TALLY, new Message.Ping(0)));
    return ack().durable();
  }

  /** The sum once it is what is expected, or an error: acknowledgements before it do not count. */
  long sumAfter(ActorRef<EntityCommand> tally, long expected) {
    tally.tell(envelope(TALLY, new Message.Ping(7)));
    Message.Ack ack = ack();
    while (ack.durable() < expected) {
      ack = ack();
    }
    return ack.durable();
  }

  /** Waits for what other threads are about to do. */
  void eventually(Runnable assertion) {
    peer.awaitAssert(
        SOON,
        () -> {
          assertion.run();
          return assertion;
        });
  }

  Tally tally() {
    Tally tally = tallies.get(TALLY);
    if (tally == null) {
      throw new AssertionError("no tally was made");
    }
    return tally;
  }

  String failure() throws InterruptedException {
    String reason = failures.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    if (reason == null) {
      throw new AssertionError("the pipeline was not told of a failure");
    }
    return reason;
  }

  @Override
  public void failed(EntityId entity, String reason) {
    failures.add(reason);
  }

  @Override
  public void failedHere(EntityId entity, String reason) {
    failed(entity, reason);
  }

  @Override
  public void completed() {
    completions.add("completed");
  }

  @Override
  public Entity create(EntityId id) {
    Entity entity = made.apply(id);
    if (entity instanceof Tally tally) {
      tallies.put(id, tally);
    }
    return entity;
  }

  @Override
  public PartitionReader openReader(EntityId.Partition partition) throws IOException {
    if (reader == null) {
      throw new IOException("no such file: " + partition.name());
    }
    return reader;
  }

  @Override
  public SinkWriter<Object> openWriter(EntityId.Sink sink) throws IOException {
    if (writer == null) {
      throw new IOException("no such directory: " + sink.sink());
    }
    return writer;
  }

  @Override
  public void close() {
    kit.shutdownTestKit();
  }
}
