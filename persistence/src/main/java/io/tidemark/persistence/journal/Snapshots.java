package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;

/** Reads snapshots and checks them against the head that lists them. */
record Snapshots(Journal journal) {

  SnapshotRecord read(String entity, Head.Snapshot snapshot) {
    byte[] bytes;
    try {
      bytes = journal.store().read(Keys.snapshot(Keys.name(entity), snapshot.number()));
    } catch (Store.StoreFailure e) {
      throw damaged(entity, snapshot, String.valueOf(e.getMessage()));
    }
    if (bytes == null) {
      throw unexpected(entity, snapshot, "nothing");
    }
    if (bytes.length != snapshot.length() || Hash64.of(bytes, 0) != snapshot.checksum()) {
      throw unexpected(entity, snapshot, "a record with a wrong checksum");
    }
    return SnapshotRecord.decode(bytes);
  }

  /** No damage if newer snapshots were taken meanwhile: then the head does not list it any more. */
  private JournalException unexpected(String entity, Head.Snapshot snapshot, String found) {
    byte[] name = Keys.name(entity);
    Heads heads = new Heads(journal.store(), journal.damage());
    Head now = heads.find(entity, name, Hash64.of(name, 0)).head();
    return now.snapshots().contains(snapshot)
        ? damaged(entity, snapshot, found)
        : new JournalException.Refused(
            "snapshot was replaced while it was read: entity=%s, snapshot=%d; another incarnation is at work, recover anew"
                .formatted(entity, snapshot.number()));
  }

  private JournalException.Damaged damaged(String entity, Head.Snapshot snapshot, String found) {
    return journal.damage().ofSnapshot(entity, snapshot.number(), found);
  }
}
