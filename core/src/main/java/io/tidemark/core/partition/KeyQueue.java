package io.tidemark.core.partition;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Keys in the order in which something happened to them. A key's place belongs to the key, so that
 * it moves to the end without a search and without allocation.
 */
final class KeyQueue implements Iterable<KeyEntry> {
  /** So many ticks it takes at most to see to all keys, where there are very many. */
  private static final int TICKS_FOR_ALL = 8;

  /** A key's place in one queue. */
  static final class Place {
    private final KeyEntry key;
    private Place previous = this;
    private Place next = this;

    /** A place in no queue yet. */
    Place(KeyEntry key) {
      this.key = key;
    }

    private boolean isTaken() {
      return next != this;
    }

    private void leave() {
      previous.next = next;
      next.previous = previous;
      previous = this;
      next = this;
    }
  }

  /** Before the first and after the last. */
  private final Place ends;

  private int size;

  /** An empty queue. */
  @SuppressWarnings("NullAway") // The one place that is nobody's; it is never handed out.
  KeyQueue() {
    ends = new Place(null);
  }

  boolean isEmpty() {
    return !ends.isTaken();
  }

  int size() {
    return size;
  }

  /**
   * How many of the keys a tick sees to: ticks are rarer the more there is to do, so a fixed number
   * would fall behind for ever.
   */
  int perTick(int atLeast) {
    return Math.max(atLeast, size / TICKS_FOR_ALL);
  }

  /** Adds a key at the end, unless it is in the queue. */
  void add(Place place) {
    if (!place.isTaken()) {
      place.previous = ends.previous;
      place.next = ends;
      place.previous.next = place;
      ends.previous = place;
      size++;
    }
  }

  /** Adds a key at the end, or moves it there. */
  void addLast(Place place) {
    remove(place);
    add(place);
  }

  /** Removes a key that is in the queue or not. */
  void remove(Place place) {
    size -= place.isTaken() ? 1 : 0;
    place.leave();
  }

  /** The keys, first to last; the one returned last may leave or move meanwhile. */
  @Override
  public Iterator<KeyEntry> iterator() {
    return new Iterator<>() {
      private Place at = ends.next;

      @Override
      public boolean hasNext() {
        return at != ends;
      }

      @Override
      public KeyEntry next() {
        if (at == ends) {
          throw new NoSuchElementException();
        }
        KeyEntry key = at.key;
        at = at.next;
        return key;
      }
    };
  }
}
