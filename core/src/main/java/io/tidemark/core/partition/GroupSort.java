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

  /**
   * What goes to the groups, in the order of the elements: one row for each element, or one for
   * each group that it goes to.
   *
   * @param elements of the rows; null where each row is the element of its number
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Rows(int[] groups, int @Nullable [] elements, int size) {}

  /** Adds a part for each group that has elements. */
  void sort(Columns columns, List<Admitter.GroupPart> parts) {
    int[] counts = new int[receivers.to().size()];
    Rows rows = rows(columns.size, counts);
    int size = rows.size;
    int[] groups = rows.groups;
    int @Nullable [] elements = rows.elements;
    long[] times = columns.times;
    int[] starts = starts(counts);
    int[] ends = starts.clone();
    long[] mins = new long[receivers.to().size()];
    long[] maxes = new long[receivers.to().size()];
    Arrays.fill(mins, Time.MAX);
    Arrays.fill(maxes, Time.MIN);
    long @Nullable [] numbers = keys.numbers();
    Object[] sorted = new Object[size];
    long[] sortedTimes = new long[size];
    long[] sortedNumbers = new long[numbers == null ? 0 : size];
    Object[] sortedKeys = new Object[numbers == null ? size : 0];
    int[] sortedHashCodes = new int[size];
    for (int row = 0; row < size; row++) {
      int group = groups[row];
      if (group == NO_GROUP) {
        continue;
      }
      int i = elements == null ? row : elements[row];
      int to = ends[group]++;
      sorted[to] = columns.value(i, receivers.placed());
      sortedTimes[to] = times[i];
      sortedHashCodes[to] = hashCodes[i];
      if (numbers == null) {
        sortedKeys[to] = keys.get(i);
      } else {
        sortedNumbers[to] = numbers[i];
      }
      mins[group] = Math.min(mins[group], times[i]);
      maxes[group] = Math.max(maxes[group], times[i]);
    }
    AdmittedBatch.Keyed keyed =
        new AdmittedBatch.Keyed(
            numbers == null ? null : sortedNumbers, sortedKeys, sortedHashCodes);
    AdmittedBatch batch = new AdmittedBatch(sorted, sortedTimes, keyed, null);
    for (int group = 0; group < receivers.to().size(); group++) {
      if (starts[group] < ends[group]) {
        parts.add(
            new Admitter.GroupPart(
                receivers.to().get(group),
                new AdmittedBatch.Slice(batch, null, starts[group], ends[group]),
                mins[group],
                maxes[group]));
      }
    }
  }

  private Rows rows(int size, int[] counts) {
    if (groupOf.length < size) {
      hashCodes = new int[size];
      groupOf = new int[size];
    }
    int rows = 0;
    for (int i = 0; i < size; i++) {
      Groups several = keys.groups(i);
      if (several != null) {
        groupOf[i] = GROUPS;
        rows += several.count();
      } else if (keys.isTaken(i)) {
        hashCodes[i] = keys.hashCode(i);
        groupOf[i] = KeySelector.groupOf(hashCodes[i], counts.length);
        counts[groupOf[i]]++;
      } else {
        groupOf[i] = NO_GROUP;
      }
    }
    return rows == 0 ? new Rows(groupOf, null, size) : severally(size, rows, counts);
  }

  /** Elements that go to several groups have a row for each. */
  private Rows severally(int size, int more, int[] counts) {
    int[] groups = new int[size + more];
    int[] elements = new int[size + more];
    int rows = 0;
    for (int i = 0; i < size; i++) {
      Groups several = keys.groups(i);
      if (several == null) {
        elements[rows] = i;
        groups[rows++] = groupOf[i];
        continue;
      }
      for (int group = several.next(0); group >= 0; group = several.next(group + 1)) {
        elements[rows] = i;
        groups[rows++] = group;
        counts[group]++;
      }
    }
    return new Rows(groups, elements, rows);
  }

  /** Where each group's part begins. */
  private static int[] starts(int[] counts) {
    int[] starts = new int[counts.length];
    int start = 0;
    for (int group = 0; group < starts.length; group++) {
      starts[group] = start;
      start += counts[group];
    }
    return starts;
  }
}
