package io.tidemark.core.window;

import java.util.List;

/** The keys of one pane, and how many of the pane's windows have not fired. */
final class Pane<K, T> implements Comparable<Pane<K, T>> {
  /** Its first place, and the first place beyond it. */
  long low;

  final long high;

  /** How many of its windows, the latest ones, have not fired. */
  long open;

  final KeyTable<K, T> table;
  private int changed;

  Pane(long low, long high, long open, KeyTable<K, T> table) {
    this.low = low;
    this.high = high;
    this.open = open;
    this.table = table;
  }

  boolean contains(long place) {
    return place >= low && place < high;
  }

  int changed() {
    return changed;
  }

  /** Marks that a slot changed; whether it was not marked. */
  boolean mark(int slot) {
    boolean news = table.mark(slot);
    if (news) {
      changed++;
    }
    return news;
  }

  void remove(int slot) {
    if (table.isMarked(slot)) {
      changed--;
    }
    table.remove(slot);
  }

  /** The keys that changed, in no order; their marks are cleared. */
  List<KeyTable.Row<K>> takeChanged() {
    changed = 0;
    return table.takeMarked();
  }

  @Override
  public int compareTo(Pane<K, T> other) {
    return Long.compare(low, other.low);
  }
}
