package io.tidemark.persistence.journal;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds heads in the store.
 *
 * <p>An entity without a head is new, unless it has events: a damaged index can hide a key, and an
 * entity must not start from nothing because of that.
 */
record Heads(Store store, Damage damage) {

  /**
   * A head and what its record is.
   *
   * @param checksum of the record, 0 if there is none
   * @param stored whether there is a record
   */
  record Found(Head head, long checksum, boolean stored) {}

  Found find(String entity, byte[] name, long nameHash) {
    try {
      byte[] record = store.read(Keys.head(name));
      if (record == null && hasEvents(name)) {
        // Another writer may have begun the entity between the two looks.
        record = store.isShared() ? store.read(Keys.head(name)) : null;
        if (record == null) {
          throw damage.ofHead(entity, "none, but events");
        }
      }
      if (record == null) {
        return new Found(Head.empty(nameHash), 0, false);
      }
      Head head =
          Head.decode(record, nameHash)
              .orElseThrow(() -> damage.ofHead(entity, "a record with a wrong checksum"));
      return new Found(head, Head.checksum(record), true);
    } catch (Store.StoreFailure e) {
      throw damage.ofHead(entity, String.valueOf(e.getMessage()));
    }
  }

  private boolean hasEvents(byte[] name) {
    AtomicBoolean found = new AtomicBoolean();
    store.scan(
        Keys.event(name, 0),
        Keys.event(name, Long.MAX_VALUE),
        (key, value) -> {
          found.set(true);
          return false;
        });
    return found.get();
  }
}
