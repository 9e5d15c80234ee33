package io.tidemark.persistence.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction is to change, in the order of the keys, which is the order in which all
 * writers lock. Of several changes of one key the last counts.
 */
final class PostgresBatch implements Store.Batch {
  private final TreeMap<byte[], Change> changes = new TreeMap<>(Arrays::compareUnsigned);

  /**
   * What becomes of a key.
   *
   * @param expects whether something must be stored, or nothing
   * @param expected what must be stored
   * @param value what is stored then; null to delete
   */
  @SuppressWarnings("ArrayRecordComponent") // Lives for one transaction.
  record Change(boolean expects, byte @Nullable [] expected, byte @Nullable [] value) {
    boolean isRequirement() {
      return expects && expected != null && Arrays.equals(expected, value);
    }

    boolean isNew() {
      return expects && expected == null;
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    changes.put(key, new Change(false, null, value));
  }

  @Override
  public void delete(byte[] key) {
    changes.put(key, new Change(false, null, null));
  }

  @Override
  public void replace(byte[] key, byte @Nullable [] expected, byte[] value) {
    changes.put(key, new Change(true, expected, value));
  }

  @Override
  public void require(byte[] key, byte[] value) {
    changes.put(key, new Change(true, value, value));
  }

  /** The changes of one kind, ascending. */
  SortedMap<byte[], Change> of(byte kind) {
    Store.Range all = Keys.all(kind);
    return changes.subMap(all.from(), all.to());
  }

  /** The row of the writer; null in a batch that is not a ledger's commit. */
  Map.@Nullable Entry<byte[], Change> writer() {
    SortedMap<byte[], Change> rows = of(Keys.WRITER);
    return rows.isEmpty() ? null : rows.entrySet().iterator().next();
  }

  /** Rows with numbers to insert. */
  record Rows(List<String> names, List<Long> numbers, List<byte[]> values) {}

  Rows inserted(byte kind) {
    Rows rows = new Rows(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    of(kind)
        .forEach(
            (key, change) -> {
              byte[] value = change.value;
              if (value != null) {
                rows.names.add(Keys.nameInNumbered(key));
                rows.numbers.add(Keys.number(key));
                rows.values.add(value);
              }
            });
    return rows;
  }

  /** Rows with numbers to delete, from the first to the last each. */
  record Ranges(List<String> names, List<Long> firsts, List<Long> lasts) {}

  Ranges deleted(byte kind) {
    Ranges ranges = new Ranges(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    of(kind)
        .forEach(
            (key, change) -> {
              if (change.value == null) {
                add(ranges, Keys.nameInNumbered(key), Keys.number(key));
              }
            });
    return ranges;
  }

  private static void add(Ranges ranges, String name, long number) {
    int last = ranges.names.size() - 1;
    if (last >= 0 && ranges.lasts.get(last) == number - 1 && ranges.names.get(last).equals(name)) {
      ranges.lasts.set(last, number);
    } else {
      ranges.names.add(name);
      ranges.firsts.add(number);
      ranges.lasts.add(number);
    }
  }

  @Override
  public void close() {
    changes.clear();
  }
}
