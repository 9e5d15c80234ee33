package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * The heads that are in memory, up to a bound, the least recently used first out; one that is not
 * there costs a read. Not thread-safe: owned by the {@link Ledger}.
 */
final class HeadCache {
  private final Heads heads;
  private final int bound;
  private final LinkedHashMap<String, Entity> entities = new LinkedHashMap<>(1024, 0.75f, true);

  HeadCache(Heads heads, int bound) {
    this.heads = heads;
    this.bound = bound;
  }

  Entity entity(String id) {
    Entity known = entities.get(id);
    if (known == null) {
      known = new Entity(id, heads);
      makeRoom();
      entities.put(id, known);
    }
    return known;
  }

  /**
   * What the unfinished commit changes stays, whatever the bound: the store does not have it yet.
   */
  private void makeRoom() {
    Iterator<Entity> leastRecent = entities.values().iterator();
    while (entities.size() >= bound && !leastRecent.next().touched) {
      leastRecent.remove();
      leastRecent = entities.values().iterator();
    }
  }

  /** What is known of one entity, and whether the unfinished commit changes it. */
  static final class Entity {
    final String id;
    final byte[] name;
    final long nameHash;
    Head head;

    /** Of the record in the store, 0 if there is none. */
    long checksum;

    boolean stored;
    boolean touched;

    private Entity(String id, Heads heads) {
      this.id = id;
      this.name = Keys.name(id);
      this.nameHash = Hash64.of(name, 0);
      Heads.Found found = heads.find(id, name, nameHash);
      this.head = found.head();
      this.checksum = found.checksum();
      this.stored = found.stored();
    }
  }
}
