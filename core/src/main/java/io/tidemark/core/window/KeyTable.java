package io.tidemark.core.window;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of entries by key. It differs from {@link java.util.HashMap} in that the entries are
 * its links: looking a key up touches one object less, and a table of one key stays small. Its
 * order depends on hash codes, so whoever shows it sorts.
 */
final class KeyTable<K> {
  private static final int SMALLEST = 2;

  private @Nullable Entry<K>[] buckets = newBuckets(SMALLEST);
  private int size;

  /** A hash whose low bits depend on all bits of the key's. */
  static int hash(Object key) {
    int hash = key.hashCode() * 0x9E3779B9;
    return hash ^ (hash >>> 15);
  }

  int size() {
    return size;
  }

  @Nullable Entry<K> find(K key, int hash) {
    Entry<K> entry = buckets[hash & (buckets.length - 1)];
    while (entry != null && (entry.hash != hash || !entry.key.equals(key))) {
      entry = entry.next;
    }
    return entry;
  }

  /** Adds an entry whose key is not there. */
  void insert(Entry<K> entry) {
    if (size >= buckets.length) {
      grow();
    }
    link(entry, buckets);
    size++;
  }

  /** Takes out the key's entry, if there is one, and returns it. */
  @Nullable Entry<K> remove(K key) {
    int hash = hash(key);
    int bucket = hash & (buckets.length - 1);
    Entry<K> before = null;
    Entry<K> entry = buckets[bucket];
    while (entry != null && (entry.hash != hash || !entry.key.equals(key))) {
      before = entry;
      entry = entry.next;
    }
    if (entry == null) {
      return null;
    }
    if (before == null) {
      buckets[bucket] = entry.next;
    } else {
      before.next = entry.next;
    }
    size--;
    return entry;
  }

  /** All entries, in no order. */
  List<Entry<K>> entries() {
    List<Entry<K>> entries = new ArrayList<>(size);
    for (Entry<K> first : buckets) {
      for (Entry<K> entry = first; entry != null; entry = entry.next) {
        entries.add(entry);
      }
    }
    return entries;
  }

  private void grow() {
    @Nullable Entry<K>[] larger = newBuckets(buckets.length * 2);
    for (Entry<K> entry : entries()) {
      link(entry, larger);
    }
    buckets = larger;
  }

  private static <K> void link(Entry<K> entry, @Nullable Entry<K>[] buckets) {
    int bucket = entry.hash & (buckets.length - 1);
    entry.next = buckets[bucket];
    buckets[bucket] = entry;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <K> @Nullable Entry<K>[] newBuckets(int length) {
    return new Entry[length];
  }
}
