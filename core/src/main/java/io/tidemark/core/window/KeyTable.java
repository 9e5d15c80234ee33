package io.tidemark.core.window;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hash table from keys to slots, with open addressing and linear probing, and what each key has
 * accumulated, in {@link Cells} with the same slots. It differs from {@link java.util.HashMap} in
 * that looking a key up and adding to its cell touches arrays, not a chain of objects: with many
 * keys the cost is cache misses, and there are fewer. While all keys are {@code Long}s they stand
 * in an array of numbers.
 *
 * <p>A slot stays what it is until a key is inserted. Its order depends on hash codes, so whoever
 * shows it sorts.
 */
final class KeyTable<K, T> {
  private static final int SMALLEST = 2;
  private static final int FREE = 0;
  private static final int REMOVED = 1;

  private int[] hashes;
  private long @Nullable [] numbers;
  private @Nullable Object @Nullable [] keys;
  private Cells<T> cells;
  private final BitSet changed = new BitSet(0);
  private int size;
  private int used;

  /** A key and where it stands. */
  record Row<K>(K key, int slot) {}

  /**
   * An empty table.
   *
   * @param like cells of the same aggregate
   * @param expected how many keys there will be, roughly: with as many or fewer it does not grow
   */
  KeyTable(Cells<T> like, int expected) {
    int capacity = SMALLEST;
    while (expected * 3L > capacity * 2L) {
      capacity *= 2;
    }
    this.hashes = new int[capacity];
    this.numbers = new long[capacity];
    this.cells = like.empty(capacity);
  }

  /** A hash whose low bits depend on all bits of the hash code, and that marks no slot as free. */
  static int spread(int hashCode) {
    int hash = hashCode * 0x9E3779B9;
    hash ^= hash >>> 15;
    return hash == FREE || hash == REMOVED ? hash + 2 : hash;
  }

  int size() {
    return size;
  }

  Cells<T> cells() {
    return cells;
  }

  /** The key's slot, or −1. */
  int find(K key, int hash) {
    int mask = hashes.length - 1;
    for (int slot = hash & mask; ; slot = (slot + 1) & mask) {
      int there = hashes[slot];
      if (there == hash && isAt(slot, key)) {
        return slot;
      }
      if (there == FREE) {
        return -1;
      }
    }
  }

  /** The slot of a key that is a {@code Long}; −1 where it is not there, or not as a number. */
  int findNumber(long key, int hash) {
    long[] longs = numbers;
    if (longs == null) {
      return -1;
    }
    int mask = hashes.length - 1;
    for (int slot = hash & mask; ; slot = (slot + 1) & mask) {
      int there = hashes[slot];
      if (there == hash && longs[slot] == key) {
        return slot;
      }
      if (there == FREE) {
        return -1;
      }
    }
  }

  private boolean isAt(int slot, K key) {
    long[] longs = numbers;
    if (longs != null) {
      return key instanceof Long number && longs[slot] == number;
    }
    return key.equals(objects()[slot]);
  }

  private @Nullable Object[] objects() {
    @Nullable Object[] objects = keys;
    if (objects == null) {
      throw new AssertionError("keys are neither numbers nor objects");
    }
    return objects;
  }

  /** The key in a slot that is in use. */
  @SuppressWarnings("unchecked")
  K key(int slot) {
    Object key = numbers != null ? (Object) numbers[slot] : objects()[slot];
    if (key == null) {
      throw new AssertionError("no key is in slot " + slot);
    }
    return (K) key;
  }

  /** Inserts a key that is not there, with an empty cell; slots found before are void. */
  int insert(K key, int hash) {
    if (numbers != null && !(key instanceof Long)) {
      keepObjects();
    }
    if ((used + 1) * 3L > hashes.length * 2L) {
      rehash();
    }
    int slot = free(hash);
    put(slot, hash, key);
    size++;
    used++;
    return slot;
  }

  private int free(int hash) {
    int mask = hashes.length - 1;
    int slot = hash & mask;
    while (hashes[slot] != FREE) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void put(int slot, int hash, K key) {
    hashes[slot] = hash;
    if (numbers != null) {
      numbers[slot] = (Long) key;
    } else {
      objects()[slot] = key;
    }
  }

  private void keepObjects() {
    @Nullable Object[] objects = new Object[hashes.length];
    for (Row<K> row : rows()) {
      objects[row.slot] = row.key;
    }
    keys = objects;
    numbers = null;
  }

  /** Makes room, and leaves removed slots behind. */
  private void rehash() {
    int[] oldHashes = hashes;
    long[] oldNumbers = numbers;
    @Nullable Object[] oldKeys = keys;
    Cells<T> oldCells = cells;
    BitSet oldChanged = (BitSet) changed.clone();
    int capacity = hashes.length;
    while ((size + 1) * 3L > capacity * 2L || size * 2L > capacity) {
      capacity *= 2;
    }
    hashes = new int[capacity];
    cells = oldCells.empty(capacity);
    changed.clear();
    long[] newNumbers = oldNumbers == null ? null : new long[capacity];
    @Nullable Object[] newKeys = oldKeys == null ? null : new Object[capacity];
    for (int from = 0; from < oldHashes.length; from++) {
      int hash = oldHashes[from];
      if (hash != FREE && hash != REMOVED) {
        int slot = free(hash);
        hashes[slot] = hash;
        if (oldNumbers != null && newNumbers != null) {
          newNumbers[slot] = oldNumbers[from];
        }
        if (oldKeys != null && newKeys != null) {
          newKeys[slot] = oldKeys[from];
        }
        cells.take(slot, oldCells, from);
        changed.set(slot, oldChanged.get(from));
      }
    }
    numbers = newNumbers;
    keys = newKeys;
    used = size;
  }

  /** Takes the key in a slot out. */
  void remove(int slot) {
    hashes[slot] = REMOVED;
    if (keys != null) {
      keys[slot] = null;
    }
    cells.clear(slot);
    changed.clear(slot);
    size--;
  }

  /** Marks that a slot changed since its mark was cleared; whether it was not marked. */
  boolean mark(int slot) {
    if (changed.get(slot)) {
      return false;
    }
    changed.set(slot);
    return true;
  }

  boolean isMarked(int slot) {
    return changed.get(slot);
  }

  /** All keys, in no order. */
  List<Row<K>> rows() {
    List<Row<K>> rows = new ArrayList<>(size);
    for (int slot = 0; slot < hashes.length; slot++) {
      if (hashes[slot] != FREE && hashes[slot] != REMOVED) {
        rows.add(new Row<>(key(slot), slot));
      }
    }
    return rows;
  }

  /** The keys whose slots are marked, in no order; the marks are cleared. */
  List<Row<K>> takeMarked() {
    List<Row<K>> rows = new ArrayList<>(changed.cardinality());
    for (int slot = changed.nextSetBit(0); slot >= 0; slot = changed.nextSetBit(slot + 1)) {
      rows.add(new Row<>(key(slot), slot));
    }
    changed.clear();
    return rows;
  }
}
