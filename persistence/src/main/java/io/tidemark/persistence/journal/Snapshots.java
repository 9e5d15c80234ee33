package io.tidemark.persistence.journal;

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
      throw damaged(entity, snapshot, "nothing");
    }
    if (bytes.length != snapshot.length() || Hash64.of(bytes, 0) != snapshot.checksum()) {
      throw damaged(entity, snapshot, "a record with a wrong checksum");
    }
    return SnapshotRecord.decode(bytes);
  }

  private JournalException.Damaged damaged(String entity, Head.Snapshot snapshot, String found) {
    return journal.damage().ofSnapshot(entity, snapshot.number(), found);
  }
}
