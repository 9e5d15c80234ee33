package io.tidemark.persistence.journal;

import com.typesafe.config.Config;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.dispatch.Futures;
import org.apache.pekko.persistence.SelectedSnapshot;
import org.apache.pekko.persistence.SnapshotMetadata;
import org.apache.pekko.persistence.SnapshotSelectionCriteria;
import org.apache.pekko.persistence.snapshot.japi.SnapshotStore;
import scala.Option;
import scala.concurrent.Future;

/**
 * Pekko's snapshot store on the {@link Journal} of the same actor system.
 *
 * <p>Saving a snapshot also deletes, in the same atom, the events below the one before and all
 * snapshots but these two; so no other retention is needed. The bytes are made on this actor's
 * thread: an entity with mutable state hands over an immutable form of it.
 */
final class SnapshotPlugin extends SnapshotStore {
  private final Journal journal;
  private final PayloadCodec codec;
  private final HistoryRule historyRule;

  SnapshotPlugin(Config config) {
    ExtendedActorSystem system = (ExtendedActorSystem) context().system();
    this.journal = JournalAccess.of(system);
    this.codec = new PayloadCodec(system);
    this.historyRule = historyRule(system, config.getString("history-rule"));
  }

  private static HistoryRule historyRule(ExtendedActorSystem system, String className) {
    if (className.isEmpty()) {
      return persistenceId -> false;
    }
    try {
      Class<?> rule = system.dynamicAccess().classLoader().loadClass(className);
      return (HistoryRule) rule.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(
          "history rule cannot be made: tidemark.snapshot-store.history-rule=%s; expected: a public class that implements %s, with a public constructor without parameters"
              .formatted(className, HistoryRule.class.getName()),
          e);
    }
  }

  @Override
  public Future<Optional<SelectedSnapshot>> doLoadAsync(
      String persistenceId, SnapshotSelectionCriteria criteria) {
    Future<Head> head =
        journal.writer().submit(Request.question(ledger -> ledger.head(persistenceId)));
    return head.map(
        found -> select(persistenceId, found, criteria).map(s -> load(persistenceId, s)),
        context().dispatcher());
  }

  private static Optional<Head.Snapshot> select(
      String persistenceId, Head head, SnapshotSelectionCriteria criteria) {
    Optional<Head.Snapshot> newest = Optional.empty();
    for (Head.Snapshot snapshot : head.snapshots()) {
      if (criteria.matches(metadata(persistenceId, snapshot))) {
        newest = Optional.of(snapshot);
      }
    }
    return newest;
  }

  private static SnapshotMetadata metadata(String persistenceId, Head.Snapshot snapshot) {
    return new SnapshotMetadata(
        persistenceId, snapshot.number(), snapshot.takenMillis(), Option.empty());
  }

  private SelectedSnapshot load(String persistenceId, Head.Snapshot snapshot) {
    SnapshotRecord record = new Snapshots(journal).read(persistenceId, snapshot);
    SnapshotMetadata metadata = metadata(persistenceId, snapshot);
    Serialized extra = record.metadata();
    try {
      return SelectedSnapshot.create(
          extra == null ? metadata : metadata.withMetadata(codec.decode(extra)),
          codec.decode(record.payload()));
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "snapshot cannot be decoded: entity=%s, snapshot=%d, reason=%s; is its serializer configured?"
              .formatted(persistenceId, snapshot.number(), e.getMessage()),
          e);
    }
  }

  @Override
  public Future<Void> doSaveAsync(SnapshotMetadata metadata, Object snapshot) {
    byte[] record;
    try {
      record =
          new SnapshotRecord(
                  codec.encode(snapshot), Replay.encodeMetadata(codec, metadata.metadata()))
              .encode();
    } catch (RuntimeException e) {
      return Futures.failed(e);
    }
    boolean keeps = historyRule.keeps(metadata.persistenceId());
    return journal
        .writer()
        .submit(
            Request.action(
                record.length,
                ledger -> ledger.isLinkKnown(metadata.persistenceId(), metadata.sequenceNr()),
                ledger -> {
                  ledger.saveSnapshot(
                      metadata.persistenceId(),
                      metadata.sequenceNr(),
                      metadata.timestamp(),
                      record,
                      keeps);
                }));
  }

  @Override
  public Future<Void> doDeleteAsync(SnapshotMetadata metadata) {
    return delete(
        metadata.persistenceId(),
        snapshot ->
            snapshot.number() == metadata.sequenceNr()
                && (metadata.timestamp() == 0 || metadata.timestamp() == snapshot.takenMillis()));
  }

  @Override
  public Future<Void> doDeleteAsync(String persistenceId, SnapshotSelectionCriteria criteria) {
    return delete(persistenceId, snapshot -> criteria.matches(metadata(persistenceId, snapshot)));
  }

  private Future<Void> delete(String persistenceId, Predicate<Head.Snapshot> which) {
    return journal
        .writer()
        .submit(
            Request.action(
                0,
                ledger -> true,
                ledger -> {
                  ledger.deleteSnapshots(persistenceId, which);
                }));
  }
}
