package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import io.tidemark.persistence.journal.Head.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides what may be written and turns it into group commits: the journal without its thread.
 *
 * <p>Changes are checked against what all earlier ones made of the entity's {@link Head} and of the
 * {@link Fences}, those of the unfinished commit included, and collect in one batch until {@link
 * #commit}. A change that is refused leaves nothing behind. After a failed commit the ledger is
 * ahead of the store and must not be used again, unless it failed by a {@link Store.Conflict}: then
 * it {@link #forget forgets} what it was decided on.
 *
 * <p>On a store that others write too, what is in memory may be out of date. So questions,
 * deletions and snapshots read the head again, and so does an append before it is refused; whatever
 * was decided on a head or a fence in memory is checked by the store in the commit's own atom.
 *
 * <p>Not thread-safe: owned by the {@link CommitWriter}'s thread.
 */
final class Ledger {
  private static final int RECORD_OVERHEAD_BYTES = 32;

  private final Store store;
  private final Damage damage;
  private final HeadCache heads;
  private final Fences fences;
  private final CommitRecords records;
  private final History history;
  private Commit last;

  private Store.@Nullable Batch batch;
  private final List<HeadCache.Entity> touched = new ArrayList<>();
  private int batchBytes;

  Ledger(Store store, Damage damage, CommitChain chain, int cachedHeads) {
    this(store, damage, chain, JournalSettings.defaults().withCachedHeads(cachedHeads));
  }

  Ledger(Store store, Damage damage, CommitChain chain, JournalSettings settings) {
    this(store, damage, chain, new OldCommits(chain.oldest()), settings);
  }

  private Ledger(
      Store store,
      Damage damage,
      CommitChain chain,
      CommitRecords records,
      JournalSettings settings) {
    this.store = store;
    this.damage = damage;
    this.heads = new HeadCache(new Heads(store, damage), settings.cachedHeads());
    this.fences = chain.fences();
    this.records = records;
    this.history = new History(store, settings.historyBytes(), chain.history());
    this.last = chain.last();
  }

  /**
   * One of several ledgers on a shared store.
   *
   * @param history bytes of the events that no recovery needs, of all entities, when it was opened
   */
  static Ledger shared(Store store, Damage damage, long history, JournalSettings settings) {
    CommitChain none = new CommitChain(Commit.NONE, 1, Fences.shared(store, damage), history);
    return new Ledger(store, damage, none, new WriterRow(), settings);
  }

  /** Bytes in the unfinished commit; 0 when there is nothing to commit. */
  int pendingBytes() {
    return batchBytes;
  }

  Head head(String entityId) {
    return heads.current(entityId).head;
  }

  /**
   * Adds events to the commit.
   *
   * @throws JournalException.Refused unless they continue the entity's last and hold the newest
   *     fence
   */
  void append(Append write) {
    HeadCache.Entity entity = heads.entity(write.entity());
    if (write.first() != entity.head.highest() + 1) {
      heads.refresh(entity);
    }
    long expected = entity.head.highest() + 1;
    if (write.first() != expected) {
      throw new JournalException.Refused(
          "write is out of sequence: entity=%s, expected=%d, actual=%d; another incarnation has written this entity, or this one writes after a failure: stop it and recover it anew"
              .formatted(entity.id, expected, write.first()));
    }
    Map<String, Long> newFences = fences.check(entity.id, write.fences());
    long number = entity.head.highest();
    long link = entity.head.link();
    for (byte[] event : write.events()) {
      number++;
      link = EventRecord.seal(event, link);
      put(Keys.event(entity.name, number), event);
    }
    replace(entity, entity.head.appended(number, link));
    newFences.forEach(fences::raise);
  }

  /**
   * Whether the link of that event can be had without committing first: it is the entity's last, or
   * lies in the store.
   */
  boolean isLinkKnown(String entityId, long number) {
    if (batchBytes == 0) {
      return true;
    }
    HeadCache.Entity entity = heads.entity(entityId);
    return !entity.touched || number >= entity.head.highest();
  }

  /**
   * Adds a snapshot and, in the same commit, deletes the events below the one before it and all
   * snapshots but these two.
   *
   * @param keeps whether these events stay as history, as far as there is room
   */
  void saveSnapshot(String entityId, long number, long takenMillis, byte[] record, boolean keeps) {
    HeadCache.Entity entity = heads.current(entityId);
    Head head = entity.head;
    List<Snapshot> earlier = head.snapshots().stream().filter(s -> s.number() < number).toList();
    boolean newest = head.snapshots().stream().allMatch(s -> s.number() <= number);
    if (number > head.highest() || number < head.base() || !newest) {
      throw new JournalException.Refused(
          "snapshot is not of this entity's present: entity=%s, snapshot=%d, events=%d..%d, newest snapshot=%s; another incarnation has written this entity: stop this one"
              .formatted(
                  entityId,
                  number,
                  head.base() + 1,
                  head.highest(),
                  head.snapshots().isEmpty() ? "none" : lastOf(head.snapshots()).number()));
    }
    long link = linkAt(entity, number);
    Snapshot snapshot =
        new Snapshot(number, link, Hash64.of(record, 0), takenMillis, record.length);
    put(Keys.snapshot(entity.name, number), record);
    List<Snapshot> kept = new ArrayList<>();
    if (!earlier.isEmpty()) {
      Snapshot previous = lastOf(earlier);
      kept.add(previous);
      for (Snapshot old : earlier.subList(0, earlier.size() - 1)) {
        delete(Keys.snapshot(entity.name, old.number()));
      }
      if (keeps) {
        int before = earlier.size() - 2;
        keepEvents(entity, before < 0 ? 0 : earlier.get(before).number(), previous.number());
      } else {
        deleteEvents(entity, previous.number(), previous.link());
      }
    }
    kept.add(snapshot);
    replace(entity, entity.head.withSnapshots(kept));
  }

  /**
   * Deletes the snapshots that match.
   *
   * @throws JournalException.Refused if events below them are gone and no snapshot would be left
   *     from which the entity could recover
   */
  void deleteSnapshots(String entityId, Predicate<Snapshot> which) {
    HeadCache.Entity entity = heads.current(entityId);
    List<Snapshot> kept = entity.head.snapshots().stream().filter(which.negate()).toList();
    if (kept.size() == entity.head.snapshots().size()) {
      return;
    }
    long base = entity.head.base();
    if (base > 0 && kept.stream().noneMatch(s -> s.number() >= base)) {
      throw new JournalException.Refused(
          "last snapshot cannot be deleted: entity=%s, snapshot=%d; events 1..%d below it are deleted already"
              .formatted(entityId, lastOf(entity.head.snapshots()).number(), base));
    }
    for (Snapshot snapshot : entity.head.snapshots()) {
      if (which.test(snapshot)) {
        delete(Keys.snapshot(entity.name, snapshot.number()));
      }
    }
    replace(entity, entity.head.withSnapshots(kept));
  }

  private void keepEvents(HeadCache.Entity entity, long from, long to) {
    History.Kept kept = history.keep(entity.name, entity.head, from, to);
    kept.gone().forEach(this::delete);
    replace(entity, kept.head());
  }

  /** Deletes the events up to the number; the highest number stays. */
  void deleteEvents(String entityId, long to) {
    HeadCache.Entity entity = heads.current(entityId);
    long last = Math.min(to, entity.head.highest());
    if (last > entity.head.base()) {
      deleteEvents(entity, last, linkAt(entity, last));
    }
  }

  private void deleteEvents(HeadCache.Entity entity, long to, long link) {
    if (to <= entity.head.base()) {
      return;
    }
    for (long number = entity.head.base() + 1; number <= to; number++) {
      delete(Keys.event(entity.name, number));
    }
    replace(entity, entity.head.deletedTo(to, link));
  }

  /**
   * Writes what has collected, heads, fences and the commit's own record included, as one atom.
   *
   * @param sync whether it is on the disk when this returns
   * @return the commit now last
   * @throws Store.Conflict if somebody else has written what it was decided on; nothing is written,
   *     and {@link #forget} must come next
   */
  Commit commit(boolean sync) {
    Commit next = seal();
    records.add(batch(), last, next, batchBytes);
    Store.Batch full = batch();
    batch = null;
    batchBytes = 0;
    store.write(full, sync);
    last = next;
    touched.forEach(HeadCache.Entity::settle);
    touched.clear();
    fences.settle();
    history.settle();
    return next;
  }

  /**
   * Whether others write the store too, so that what is decided holds only once it is committed.
   */
  boolean isShared() {
    return store.isShared();
  }

  /** Lets go of the commit that met a conflict, and of everything it was decided on. */
  void forget(Store.Conflict conflict) {
    touched.forEach(heads::forget);
    touched.clear();
    fences.forget();
    history.forget();
    if (records.isAnewAfter(conflict)) {
      last = Commit.NONE;
    }
  }

  private Commit seal() {
    long digest = last.digest();
    long count = last.records();
    for (HeadCache.Entity entity : touched) {
      byte[] record = entity.head.encode(entity.nameHash);
      byte[] replaced = store.isShared() ? entity.record() : null;
      batch().replace(Keys.head(entity.name), replaced, record);
      batchBytes += entity.name.length + record.length + RECORD_OVERHEAD_BYTES;
      count += entity.stored ? 0 : 1;
      digest += Head.checksum(record) - entity.checksum;
      entity.nextChecksum = Head.checksum(record);
    }
    Fences.Changes fenced = fences.seal(batch());
    return new Commit(
        last.number() + 1,
        touched.size() + fenced.count(),
        last.hash(),
        count + fenced.added(),
        digest + fenced.digest());
  }

  private void replace(HeadCache.Entity entity, Head head) {
    entity.head = head;
    if (!entity.touched) {
      entity.touched = true;
      touched.add(entity);
    }
  }

  private void put(byte[] key, byte[] value) {
    batch().put(key, value);
    batchBytes += key.length + value.length + RECORD_OVERHEAD_BYTES;
  }

  private void delete(byte[] key) {
    batch().delete(key);
    batchBytes += key.length + RECORD_OVERHEAD_BYTES;
  }

  private Store.Batch batch() {
    Store.Batch current = batch;
    if (current == null) {
      current = store.batch();
      batch = current;
    }
    return current;
  }

  private long linkAt(HeadCache.Entity entity, long number) {
    Head head = entity.head;
    if (number == head.highest()) {
      return head.link();
    }
    if (number == head.base()) {
      return head.baseLink();
    }
    try {
      byte[] event = store.read(Keys.event(entity.name, number));
      if (event == null) {
        throw missing(entity, number);
      }
      return EventRecord.link(event);
    } catch (Store.StoreFailure e) {
      throw damage.ofEvent(entity.id, number, String.valueOf(e.getMessage()));
    }
  }

  /** No damage if somebody else has deleted it since the head was read. */
  private JournalException missing(HeadCache.Entity entity, long number) {
    heads.refresh(entity);
    return entity.head.base() < number
        ? damage.ofEvent(entity.id, number, "nothing")
        : new JournalException.Refused(
            "event is deleted: entity=%s, event=%d, deleted=1..%d; another incarnation has written this entity: stop this one"
                .formatted(entity.id, number, entity.head.base()));
  }

  private static Snapshot lastOf(List<Snapshot> snapshots) {
    return snapshots.get(snapshots.size() - 1);
  }
}
