package io.tidemark.core.window;

import io.tidemark.core.time.Time;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The panes that have entries and a window that has not fired, in the order of time. There is
 * nothing for a stretch without elements, so a gap costs nothing.
 *
 * <p>Windows fire in the order of their ends, and no element comes for a window that may have
 * fired. So the windows of a pane that have fired are its earliest ones, one number per pane says
 * which. Where all windows are of one length the earliest open window of all is that of the first
 * pane; else it is looked for among the panes that end before it does.
 */
final class OpenPanes<K, T> {
  private final WindowBounds windows;
  private final TreeMap<Pane<K, T>, Pane<K, T>> panes = new TreeMap<>();
  private final Cells<T> like;
  private final Pane<K, T> nowhere;
  private final Pane<K, T> probe;

  // The two panes met last: around a window's end elements fall on both sides of it.
  private Pane<K, T> latest;
  private Pane<K, T> previous;

  /** The pane with the earliest open window, where it was looked for since something changed. */
  private @Nullable Pane<K, T> first;

  private int entries;
  private int changed;

  OpenPanes(WindowBounds windows, Cells<T> like) {
    this.windows = windows;
    this.like = like;
    this.nowhere = new Pane<>(Time.MAX, Time.MIN, 0, new KeyTable<>(like, 0));
    this.probe = new Pane<>(0, 0, 0, new KeyTable<>(like, 0));
    this.latest = nowhere;
    this.previous = nowhere;
  }

  boolean isEmpty() {
    return panes.isEmpty();
  }

  int entries() {
    return entries;
  }

  int changed() {
    return changed;
  }

  Collection<Pane<K, T>> all() {
    return panes.values();
  }

  /** The pane around the place; null where the place belongs to no window. */
  @Nullable Pane<K, T> at(long place) {
    if (latest.contains(place)) {
      return latest;
    }
    if (previous.contains(place)) {
      Pane<K, T> pane = previous;
      previous = latest;
      latest = pane;
      return pane;
    }
    return find(place);
  }

  private @Nullable Pane<K, T> find(long place) {
    long open = windows.count(place);
    if (open == 0) {
      return null;
    }
    probe.low = windows.paneLow(place);
    Pane<K, T> pane = panes.get(probe);
    if (pane == null) {
      pane = new Pane<>(probe.low, windows.paneHigh(place), open, newTable());
      panes.put(pane, pane);
      first = null;
    }
    previous = latest;
    latest = pane;
    return pane;
  }

  /** About as large as the pane met last, whose keys often come again. */
  private KeyTable<K, T> newTable() {
    return new KeyTable<>(like, latest.table.size() / 2);
  }

  /** The key's slot in the pane, new where it is not there. */
  int slot(Pane<K, T> pane, K key, int hash) {
    int slot = pane.table.find(key, hash);
    if (slot < 0) {
      slot = pane.table.insert(key, hash);
      entries++;
    }
    return slot;
  }

  /** The same where keys are {@code Long}s. */
  @SuppressWarnings("unchecked")
  int slotOfNumber(Pane<K, T> pane, long key, int hash) {
    int slot = pane.table.findNumber(key, hash);
    return slot < 0 ? slot(pane, (K) (Object) key, hash) : slot;
  }

  void mark(Pane<K, T> pane, int slot) {
    if (pane.mark(slot)) {
      changed++;
    }
  }

  List<KeyTable.Row<K>> takeChanged(Pane<K, T> pane) {
    changed -= pane.changed();
    return pane.takeChanged();
  }

  /** Takes the key out of the pane, if it is there. */
  void remove(Pane<K, T> pane, K key) {
    int slot = pane.table.find(key, KeyTable.spread(key.hashCode()));
    if (slot >= 0) {
      entries--;
      changed -= pane.changed();
      pane.remove(slot);
      changed += pane.changed();
    }
  }

  /** Start of the earliest open window; there is one. */
  long firstStart() {
    Pane<K, T> pane = first();
    return windows.start(pane.low, pane.open - 1);
  }

  /** End of the earliest open window; there is one. */
  long firstEnd() {
    Pane<K, T> pane = first();
    return windows.end(pane.low, pane.open - 1);
  }

  private Pane<K, T> first() {
    if (!windows.nest()) {
      return panes.firstKey();
    }
    Pane<K, T> found = first;
    if (found == null) {
      found = search();
      first = found;
    }
    return found;
  }

  private Pane<K, T> search() {
    Pane<K, T> found = panes.firstKey();
    long start = windows.start(found.low, found.open - 1);
    long end = windows.end(found.low, found.open - 1);
    for (Pane<K, T> pane : panes.values()) {
      if (pane.high > end) {
        break;
      }
      long paneStart = windows.start(pane.low, pane.open - 1);
      long paneEnd = windows.end(pane.low, pane.open - 1);
      if (paneEnd < end || (paneEnd == end && paneStart < start)) {
        found = pane;
        start = paneStart;
        end = paneEnd;
      }
    }
    return found;
  }

  /** The panes that are part of the earliest open window. */
  List<Pane<K, T>> firstWindow() {
    long end = firstEnd();
    probe.low = firstStart();
    List<Pane<K, T>> parts = new ArrayList<>();
    for (Pane<K, T> pane : panes.tailMap(probe, true).values()) {
      if (pane.low >= end) {
        break;
      }
      parts.add(pane);
    }
    return parts;
  }

  /** Closes the earliest open window. */
  void closeFirstWindow() {
    List<Pane<K, T>> parts = firstWindow();
    first = null;
    for (Pane<K, T> pane : parts) {
      pane.open--;
      if (pane.open == 0) {
        panes.remove(pane);
        forget(pane);
      }
    }
  }

  /**
   * Closes every window before this one.
   *
   * @return whether one was open
   */
  boolean closeBefore(long startMicros, long endMicros) {
    first = null;
    boolean closed = false;
    Iterator<Pane<K, T>> each = panes.values().iterator();
    while (each.hasNext()) {
      Pane<K, T> pane = each.next();
      if (pane.low >= endMicros) {
        break;
      }
      long open = windows.notBefore(pane.low, startMicros, endMicros);
      closed |= pane.open > open;
      pane.open = Math.min(pane.open, open);
      if (pane.open == 0) {
        each.remove();
        forget(pane);
      }
    }
    return closed;
  }

  /** Takes the pane out if nothing is in it. */
  void removeIfEmpty(Pane<K, T> pane) {
    if (pane.table.size() == 0 && panes.remove(pane) != null) {
      first = null;
      forget(pane);
    }
  }

  void clear() {
    panes.clear();
    first = null;
    latest = nowhere;
    previous = nowhere;
    entries = 0;
    changed = 0;
  }

  private void forget(Pane<K, T> pane) {
    entries -= pane.table.size();
    changed -= pane.changed();
    if (latest == pane) {
      latest = nowhere;
    }
    if (previous == pane) {
      previous = nowhere;
    }
  }
}
