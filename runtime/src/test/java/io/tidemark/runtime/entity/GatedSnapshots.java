package io.tidemark.runtime.entity;

import com.typesafe.config.Config;
import java.util.Optional;
import org.apache.pekko.dispatch.Futures;
import org.apache.pekko.persistence.SelectedSnapshot;
import org.apache.pekko.persistence.SnapshotMetadata;
import org.apache.pekko.persistence.SnapshotSelectionCriteria;
import org.apache.pekko.persistence.snapshot.japi.SnapshotStore;
import scala.concurrent.Future;

/** A snapshot store in memory: see {@link GatedStore}. */
public final class GatedSnapshots extends SnapshotStore {
  private final GatedStore store;

  public GatedSnapshots(Config config) {
    store = GatedStore.named(config.getString("store"));
  }

  @Override
  public Future<Optional<SelectedSnapshot>> doLoadAsync(
      String persistenceId, SnapshotSelectionCriteria criteria) {
    return Futures.successful(store.snapshot(persistenceId));
  }

  @Override
  public Future<Void> doSaveAsync(SnapshotMetadata metadata, Object snapshot) {
    try {
      store.store(new SelectedSnapshot(metadata, snapshot));
      return Futures.successful(null);
    } catch (RuntimeException e) {
      return Futures.failed(e);
    }
  }

  @Override
  public Future<Void> doDeleteAsync(SnapshotMetadata metadata) {
    return Futures.failed(new UnsupportedOperationException("nothing is deleted"));
  }

  @Override
  public Future<Void> doDeleteAsync(String persistenceId, SnapshotSelectionCriteria criteria) {
    return Futures.failed(new UnsupportedOperationException("nothing is deleted"));
  }
}
