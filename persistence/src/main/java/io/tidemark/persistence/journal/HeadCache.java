package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

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
   * As stored now, where others write the store too; but for what the unfinished commit changes.
   */
  Entity current(String id) {
    Entity entity = entity(id);
    refresh(entity);
    return entity;
  }

  /** Reads again what others may have changed; nothing else, and never on a store of our own. */
  void refresh(Entity entity) {
    if (heads.store().isShared() && !entity.touched) {
      entity.read(heads);
    }
  }

  /** The entity is read anew when it is needed next. */
  void forget(Entity entity) {
    entities.remove(entity.id);
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

    /** What is in the store; means nothing unless {@link #stored}. */
    Head storedHead;

    /** Of the record in the store, 0 if there is none. */
    long checksum;

    /** Of the record in the unfinished commit. */
    long nextChecksum;

    boolean stored;
    boolean touched;

    private Entity(String id, Heads heads) {
      this.id = id;
      this.name = Keys.name(id);
      this.nameHash = Hash64.of(name, 0);
      read(heads);
    }

    private void read(Heads heads) {
      Heads.Found found = heads.find(id, name, nameHash);
      head = found.head();
      storedHead = found.head();
      checksum = found.checksum();
      stored = found.stored();
    }

    /** The record in the store; null if there is none. */
    byte @Nullable [] record() {
      return stored ? storedHead.encode(nameHash) : null;
    }

    /** The unfinished commit is written. */
    void settle() {
      storedHead = head;
      checksum = nextChecksum;
      stored = true;
      touched = false;
    }
  }
}
