package io.tidemark.persistence.journal;

import io.tidemark.core.codec.Hash64;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of one entity page by page and checks that they are the ones that were written:
 * without a gap, each continuing the hash chain, the last being the one the head names.
 *
 * <p>Between pages nothing is held open, so that a slow reader keeps no old tables alive and the
 * journal can be closed. Not thread-safe; may move between threads from page to page.
 */
final class EventChain {
  private final Store store;
  private final Damage damage;
  private final String entity;
  private final byte[] name;
  private final Head head;
  private final long to;
  private long next;
  private long link;

  /**
   * One event.
   *
   * @param bytes its record, found right
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on once, to be decoded.
  record Numbered(long number, byte[] bytes) {}

  /**
   * Starts before an event.
   *
   * @param from the first number wanted; may be one above the last
   * @param to the last number wanted; beyond the head it means the head's
   * @throws JournalException.Refused if events from there on are deleted below a snapshot
   */
  EventChain(Journal journal, String entity, long from, long to) {
    this(journal, entity, from, to, headOf(journal, entity));
    if (from <= head.base() && !head.snapshots().isEmpty()) {
      throw new JournalException.Refused(
          "events are deleted: entity=%s, wanted from=%d, deleted=1..%d; recover from the snapshot"
              .formatted(entity, from, head.base()));
    }
  }

  private EventChain(Journal journal, String entity, long from, long to, Head head) {
    this.store = journal.store();
    this.damage = journal.damage();
    this.entity = entity;
    this.name = Keys.name(entity);
    this.head = head;
    this.to = Math.min(to, head.highest());
    this.next = Math.max(from, head.base() + 1);
    this.link = next > this.to ? head.link() : linkBefore(next);
  }

  /** All events that are not deleted, whether or not an entity could recover from them alone. */
  static EventChain ofAllKept(Journal journal, String entity) {
    return new EventChain(journal, entity, 1, Long.MAX_VALUE, headOf(journal, entity));
  }

  private static Head headOf(Journal journal, String entity) {
    byte[] name = Keys.name(entity);
    return new Heads(journal.store(), journal.damage())
        .find(entity, name, Hash64.of(name, 0))
        .head();
  }

  boolean hasNext() {
    return next <= to;
  }

  Head head() {
    return head;
  }

  /**
   * The next events.
   *
   * @param maxEvents at most so many
   * @param maxBytes and no more once they have reached so many bytes
   */
  List<Numbered> page(int maxEvents, int maxBytes) {
    Page page = new Page(maxEvents, maxBytes);
    try {
      store.scan(Keys.event(name, next), Keys.event(name, Long.MAX_VALUE), page);
    } catch (Store.StoreFailure e) {
      throw damage.ofEvent(entity, next, String.valueOf(e.getMessage()));
    }
    if (page.wrong != null) {
      throw explain(page.wrong);
    }
    if (page.isShort()) {
      throw explain("nothing");
    }
    if (page.isBeyondHead && headNow().highest() == head.highest()) {
      throw damage.ofEvent(entity, next, "an event that the head does not know");
    }
    return page.events;
  }

  private Head headNow() {
    return new Heads(store, damage).find(entity, name, Hash64.of(name, 0)).head();
  }

  /** A missing event is no damage if a snapshot was taken meanwhile: then the base has moved. */
  private JournalException explain(String found) {
    if (headNow().base() >= next) {
      return deletedMeanwhile(next);
    }
    return damage.ofEvent(entity, next, found);
  }

  private JournalException deletedMeanwhile(long number) {
    return new JournalException.Refused(
        "events were deleted while they were read: entity=%s, event=%d; another incarnation is at work, recover anew"
            .formatted(entity, number));
  }

  private long linkBefore(long number) {
    if (number == head.base() + 1) {
      return head.baseLink();
    }
    for (Head.Snapshot snapshot : head.snapshots()) {
      if (snapshot.number() == number - 1) {
        return snapshot.link();
      }
    }
    byte[] previous;
    try {
      previous = store.read(Keys.event(name, number - 1));
    } catch (Store.StoreFailure e) {
      throw damage.ofEvent(entity, number - 1, String.valueOf(e.getMessage()));
    }
    if (previous == null) {
      throw headNow().base() >= number - 1
          ? deletedMeanwhile(number - 1)
          : damage.ofEvent(entity, number - 1, "nothing");
    }
    return EventRecord.link(previous);
  }

  /** Takes events as long as they are right and there is room. */
  private final class Page implements Store.Visitor {
    private final List<Numbered> events = new ArrayList<>();
    private final int maxEvents;
    private final int maxBytes;
    private int bytes;
    private boolean full;
    private boolean isBeyondHead;
    private @Nullable String wrong;

    Page(int maxEvents, int maxBytes) {
      this.maxEvents = maxEvents;
      this.maxBytes = maxBytes;
    }

    @Override
    public boolean visit(byte[] key, byte[] value) {
      long number = Keys.number(key);
      if (next > to) {
        // One look beyond the end: a head that is older than its events hides some of them.
        isBeyondHead = to == head.highest();
        return false;
      }
      wrong = check(number, value);
      if (wrong != null) {
        return false;
      }
      events.add(new Numbered(number, value));
      link = EventRecord.link(value);
      next++;
      bytes += value.length;
      full = events.size() == maxEvents || bytes >= maxBytes;
      return !full || next > to;
    }

    private @Nullable String check(long number, byte[] value) {
      if (number != next) {
        return "event " + number + " in its place";
      }
      if (!EventRecord.continues(value, link)) {
        return "a record that does not continue the one before";
      }
      if (number == head.highest() && EventRecord.link(value) != head.link()) {
        return "not the record that the head names";
      }
      return null;
    }

    boolean isShort() {
      return !full && next <= to;
    }
  }
}
