package io.tidemark.persistence.journal;

import com.typesafe.config.Config;
import io.tidemark.persistence.journal.FenceRule.Fence;
import io.tidemark.runtime.clock.Clock;
import io.tidemark.runtime.clock.SystemClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.dispatch.Futures;
import org.apache.pekko.persistence.AtomicWrite;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.journal.Tagged;
import org.apache.pekko.persistence.journal.japi.AsyncWriteJournal;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Pekko's journal on a {@link Journal}.
 *
 * <p>Protocol: Pekko's own. All that one persistent actor sends at a time is one atom; whatever is
 * wrong with it, serialization included, fails the persist and so ends the actor, since a rejected
 * event would leave a gap. Events are serialized on this actor's thread, replayed on the replay
 * dispatcher. A restart loses nothing: the journal lives in the extension {@link JournalAccess}.
 */
final class JournalPlugin extends AsyncWriteJournal {
  private final Clock clock = new SystemClock();
  private final Journal journal;
  private final PayloadCodec codec;
  private final FenceRule fenceRule;
  private final Executor replayExecutor;
  private final int pageEvents;
  private final int pageBytes;

  JournalPlugin(Config config) {
    ExtendedActorSystem system = (ExtendedActorSystem) context().system();
    this.journal = JournalAccess.of(system);
    this.codec = new PayloadCodec(system);
    this.fenceRule = fenceRule(system, config.getString("fence-rule"));
    this.replayExecutor = system.dispatchers().lookup(config.getString("replay-dispatcher"));
    this.pageEvents = config.getInt("replay-page");
    this.pageBytes = Math.toIntExact(config.getBytes("replay-page-bytes"));
  }

  private static FenceRule fenceRule(ExtendedActorSystem system, String className) {
    if (className.isEmpty()) {
      return (persistenceId, payload) -> Optional.empty();
    }
    try {
      Class<?> rule = system.dynamicAccess().classLoader().loadClass(className);
      return (FenceRule) rule.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(
          "fence rule cannot be made: tidemark.journal.fence-rule=%s; expected: a public class that implements %s, with a public constructor without parameters"
              .formatted(className, FenceRule.class.getName()),
          e);
    }
  }

  @Override
  public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(Iterable<AtomicWrite> writes) {
    Append append;
    try {
      append = encode(writes);
    } catch (RuntimeException e) {
      return Futures.failed(e);
    }
    return journal
        .writer()
        .submit(
            new Request<>(
                append.bytes(),
                ledger -> true,
                ledger -> {
                  ledger.append(append);
                  return List.of();
                }));
  }

  private Append encode(Iterable<AtomicWrite> writes) {
    List<byte[]> events = new ArrayList<>(1);
    List<Fence> fences = new ArrayList<>(0);
    String entity = "";
    long first = 0;
    long nowMillis = clock.nowMicros() / 1_000;
    for (AtomicWrite write : writes) {
      for (PersistentRepr event : CollectionConverters.asJava(write.payload())) {
        if (events.isEmpty()) {
          entity = event.persistenceId();
          first = event.sequenceNr();
        }
        checkNext(event, entity, first + events.size());
        Object payload =
            event.payload() instanceof Tagged tagged ? tagged.payload() : event.payload();
        fenceRule.fenceOf(entity, payload).ifPresent(fences::add);
        events.add(encode(event, payload, nowMillis));
      }
    }
    return new Append(entity, first, events, fences);
  }

  private static void checkNext(PersistentRepr event, String entity, long expected) {
    if (!event.persistenceId().equals(entity) || event.sequenceNr() != expected) {
      throw new JournalException.Refused(
          "write has a gap: entity=%s, expected=%d, actual=%d of entity %s"
              .formatted(entity, expected, event.sequenceNr(), event.persistenceId()));
    }
  }

  /** The time is for people who look into the journal; no entity sees it. */
  private byte[] encode(PersistentRepr event, Object payload, long nowMillis) {
    return new EventRecord(
            event.timestamp() == 0 ? nowMillis : event.timestamp(),
            event.writerUuid(),
            event.manifest(),
            codec.encode(payload),
            Replay.encodeMetadata(codec, event.metadata()))
        .encode();
  }

  @Override
  public Future<Void> doAsyncDeleteMessagesTo(String persistenceId, long to) {
    return journal
        .writer()
        .submit(
            Request.action(
                0,
                ledger -> ledger.isLinkKnown(persistenceId, to),
                ledger -> {
                  ledger.deleteEvents(persistenceId, to);
                }));
  }

  @Override
  public Future<Void> doAsyncReplayMessages(
      String persistenceId, long from, long to, long max, Consumer<PersistentRepr> receiver) {
    Replay.Source source =
        new Replay.Source(persistenceId, codec, replayExecutor, pageEvents, pageBytes);
    return new Replay(source, () -> new EventChain(journal, persistenceId, from, to), max, receiver)
        .start();
  }

  /** Through the writer's queue: an entity may recover while its last write waits there. */
  @Override
  public Future<Long> doAsyncReadHighestSequenceNr(String persistenceId, long from) {
    return journal
        .writer()
        .submit(Request.question(ledger -> ledger.head(persistenceId).highest()));
  }
}
