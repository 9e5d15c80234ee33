package io.tidemark.core.window;

import java.util.ArrayList;
import java.util.List;

/** The entries of one pane, and how many of the pane's windows have not fired. */
final class Pane<K> implements Comparable<Pane<K>> {
  /** Its first place, and the first place beyond it. */
  long low;

  final long high;

  /** How many of its windows, the latest ones, have not fired. */
  long open;

  final KeyTable<K> table = new KeyTable<>();
  private List<Entry<K>> changed = List.of();
  private int changedCount;

  Pane(long low, long high, long open) {
    this.low = low;
    this.high = high;
    this.open = open;
  }

  boolean contains(long place) {
    return place >= low && place < high;
  }

  int changedCount() {
    return changedCount;
  }

  void markChanged(Entry<K> entry) {
    entry.changed = true;
    if (changed.isEmpty()) {
      changed = new ArrayList<>();
    }
    changed.add(entry);
    changedCount++;
  }

  /** Forgets that the entry changed; its place in the list is passed over from then on. */
  void unmark(Entry<K> entry) {
    if (entry.changed) {
      entry.changed = false;
      changedCount--;
    }
  }

  /** The entries that changed, in the order in which they first did; their marks are cleared. */
  List<Entry<K>> takeChanged() {
    List<Entry<K>> taken = new ArrayList<>(changedCount);
    for (Entry<K> entry : changed) {
      if (entry.changed) {
        entry.changed = false;
        taken.add(entry);
      }
    }
    changed = List.of();
    changedCount = 0;
    return taken;
  }

  @Override
  public int compareTo(Pane<K> other) {
    return Long.compare(low, other.low);
  }
}
