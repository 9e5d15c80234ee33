package io.tidemark.core.partition;

import io.tidemark.core.key.Groups;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.Placed;
import io.tidemark.core.time.Time;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts what a batch accepted by the key group, or sink, it is for: a counting sort of the columns
 * themselves, since each group reads its part from end to end in another thread. What only the sort
 * needs is used again for the next batch.
 */
final class GroupSort {
  /** Of an element that the computation does not take. */
  private static final int NO_GROUP = -1;

  /** Of an element that goes to {@link Groups}. */
  private static final int GROUPS = -2;

  private final PartitionSettings.Receivers receivers;
  private final KeyColumn keys;
  private int[] hashCodes = new int[0];
  private int[] groupOf = new int[0];

  /** What goes to all groups together, an element that goes to two counted twice. */
  private int total;

  GroupSort(PartitionSettings.Receivers receivers, KeyColumn keys) {
    this.receivers = receivers;
    this.keys = keys;
  }

  /**
   * What a batch accepted.
   *
   * @param fed what the partition knows of each; null where nobody asks
   * @param size how many, the first ones
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Columns(Object[] values, long[] times, AdmittedBatch.@Nullable Fed fed, int size) {
    Object value(int index, boolean placed) {
      return placed && fed != null ? new Placed(fed.origin(index), values[index]) : values[index];
    }
  }

  /** The columns, sorted, while they are filled. */
  private final class Sorted {
    private final Columns columns;
    private final long @Nullable [] numbers = GroupSort.this.keys.numbers();
    private final int[] ends;
    private final long[] mins = new long[receivers.to().size()];
    private final long[] maxes = new long[receivers.to().size()];
    private final Object[] values = new Object[total];
    private final long[] times = new long[total];
    private final long[] sortedNumbers = new long[numbers == null ? 0 : total];
    private final Object[] sortedKeys = new Object[numbers == null ? total : 0];
    private final int[] sortedHashCodes = new int[total];

    Sorted(Columns columns, int[] starts) {
      this.columns = columns;
      this.ends = starts.clone();
      Arrays.fill(mins, Time.MAX);
      Arrays.fill(maxes, Time.MIN);
    }

    void add(int element, int group) {
      int to = ends[group]++;
      long micros = columns.times[element];
      values[to] = columns.value(element, receivers.placed());
      times[to] = micros;
      sortedHashCodes[to] = hashCodes[element];
      if (numbers == null) {
        sortedKeys[to] = keys.get(element);
      } else {
        sortedNumbers[to] = numbers[element];
      }
      mins[group] = Math.min(mins[group], micros);
      maxes[group] = Math.max(maxes[group], micros);
    }

    AdmittedBatch batch() {
      AdmittedBatch.Keyed keyed =
          new AdmittedBatch.Keyed(
              numbers == null ? null : sortedNumbers, sortedKeys, sortedHashCodes);
      return new AdmittedBatch(values, times, keyed, null);
    }
  }

  /** Adds a part for each group that has elements. */
  void sort(Columns columns, List<Admitter.GroupPart> parts) {
    int[] starts = starts(columns.size);
    Sorted sorted = new Sorted(columns, starts);
    for (int i = 0; i < columns.size; i++) {
      int group = groupOf[i];
      if (group >= 0) {
        sorted.add(i, group);
      } else if (group == GROUPS) {
        addToEach(i, sorted);
      }
    }
    AdmittedBatch batch = sorted.batch();
    for (int group = 0; group < receivers.to().size(); group++) {
      if (starts[group] < sorted.ends[group]) {
        parts.add(
            new Admitter.GroupPart(
                receivers.to().get(group),
                new AdmittedBatch.Slice(batch, null, starts[group], sorted.ends[group]),
                sorted.mins[group],
                sorted.maxes[group]));
      }
    }
  }

  private void addToEach(int element, Sorted sorted) {
    Groups groups = keys.groups(element);
    if (groups != null) {
      for (int group = groups.next(0); group >= 0; group = groups.next(group + 1)) {
        sorted.add(element, group);
      }
    }
  }

  /** Where each group's part begins. */
  private int[] starts(int size) {
    if (groupOf.length < size) {
      hashCodes = new int[size];
      groupOf = new int[size];
    }
    int[] starts = new int[receivers.to().size()];
    for (int i = 0; i < size; i++) {
      if (!keys.isTaken(i)) {
        groupOf[i] = NO_GROUP;
        continue;
      }
      Groups groups = keys.groups(i);
      if (groups != null) {
        groupOf[i] = GROUPS;
        for (int group = groups.next(0); group >= 0; group = groups.next(group + 1)) {
          starts[group]++;
        }
        continue;
      }
      hashCodes[i] = keys.hashCode(i);
      groupOf[i] = KeySelector.groupOf(hashCodes[i], receivers.to().size());
      starts[groupOf[i]]++;
    }
    int start = 0;
    for (int group = 0; group < starts.length; group++) {
      int count = starts[group];
      starts[group] = start;
      start += count;
    }
    total = start;
    return starts;
  }
}
