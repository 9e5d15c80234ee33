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
 * which, and the earliest open window of all is that of the first pane.
 */
final class OpenPanes<K> {
  private final Windows windows;
  private final TreeMap<Pane<K>, Pane<K>> panes = new TreeMap<>();
  private final Pane<K> nowhere = new Pane<>(Time.MAX, Time.MIN, 0);
  private final Pane<K> probe = new Pane<>(0, 0, 0);
  private Pane<K> latest = nowhere;
  private int entries;
  private int changed;

  OpenPanes(Windows windows) {
    this.windows = windows;
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

  Collection<Pane<K>> all() {
    return panes.values();
  }

  /** The pane around the place; null where the place belongs to no window. */
  @Nullable Pane<K> at(long place) {
    return latest.contains(place) ? latest : find(place);
  }

  private @Nullable Pane<K> find(long place) {
    long open = windows.count(place);
    if (open == 0) {
      return null;
    }
    probe.low = windows.paneLow(place);
    Pane<K> pane = panes.get(probe);
    if (pane == null) {
      pane = new Pane<>(probe.low, windows.paneHigh(place), open);
      panes.put(pane, pane);
    }
    latest = pane;
    return pane;
  }

  void insert(Pane<K> pane, Entry<K> entry) {
    pane.table.insert(entry);
    entries++;
  }

  void markChanged(Pane<K> pane, Entry<K> entry) {
    pane.markChanged(entry);
    changed++;
  }

  List<Entry<K>> takeChanged(Pane<K> pane) {
    changed -= pane.changedCount();
    return pane.takeChanged();
  }

  /** Takes the key's entry out of the pane, if it is there. */
  void remove(Pane<K> pane, K key) {
    Entry<K> entry = pane.table.remove(key);
    if (entry != null) {
      entries--;
      changed -= pane.changedCount();
      pane.unmark(entry);
      changed += pane.changedCount();
    }
  }

  /** Start of the earliest open window; there is one. */
  long firstStart() {
    Pane<K> pane = panes.firstKey();
    return windows.start(pane.low, pane.open - 1);
  }

  /** End of the earliest open window; there is one. */
  long firstEnd() {
    Pane<K> pane = panes.firstKey();
    return windows.end(pane.low, pane.open - 1);
  }

  /** The panes that are part of the earliest open window. */
  List<Pane<K>> firstWindow() {
    long start = firstStart();
    long end = firstEnd();
    List<Pane<K>> parts = new ArrayList<>();
    for (Pane<K> pane : panes.values()) {
      if (pane.low < start || pane.low >= end) {
        break;
      }
      parts.add(pane);
    }
    return parts;
  }

  /** Closes the earliest open window. */
  void closeFirstWindow() {
    for (Pane<K> pane : firstWindow()) {
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
    boolean closed = false;
    Iterator<Pane<K>> each = panes.values().iterator();
    while (each.hasNext()) {
      Pane<K> pane = each.next();
      if (pane.low >= endMicros) {
        break;
      }
      if (pane.low < startMicros) {
        each.remove();
        forget(pane);
        closed = true;
      } else {
        long open = windows.back(pane.low, startMicros, endMicros) + 1;
        closed |= pane.open > open;
        pane.open = Math.min(pane.open, open);
      }
    }
    return closed;
  }

  /** Takes the pane out if nothing is in it. */
  void removeIfEmpty(Pane<K> pane) {
    if (pane.table.size() == 0 && panes.remove(pane) != null) {
      forget(pane);
    }
  }

  void clear() {
    panes.clear();
    latest = nowhere;
    entries = 0;
    changed = 0;
  }

  private void forget(Pane<K> pane) {
    entries -= pane.table.size();
    changed -= pane.changedCount();
    if (latest == pane) {
      latest = nowhere;
    }
  }
}
