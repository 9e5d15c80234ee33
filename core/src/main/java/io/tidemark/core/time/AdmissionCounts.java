package io.tidemark.core.time;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many events met which fate: one count per event. Not thread-safe: owned by one entity, which
 * merges what its parts have counted.
 */
public final class AdmissionCounts {
  private static final Action[] ACTIONS = Action.values();

  /**
   * How many actions there are, a count for each in the order of {@link Action}, then the kinds of
   * bad input in the order of their names, with a count each.
   */
  public static final Codec<AdmissionCounts> CODEC =
      new Codec<>() {
        @Override
        public void write(AdmissionCounts counts, DataOutput out) throws IOException {
          counts.write(out);
        }

        @Override
        public AdmissionCounts read(DataInput in) throws IOException {
          return AdmissionCounts.read(in);
        }
      };

  private final long[] byAction = new long[ACTIONS.length];
  private final TreeMap<String, Long> badByKind = new TreeMap<>();

  /**
   * Counts one judged event.
   *
   * @throws IllegalArgumentException for {@link Action#BAD}, which needs its kind: {@link #addBad}
   */
  public void add(Action action) {
    if (action == Action.BAD) {
      throw new IllegalArgumentException("bad input is counted by its kind: call addBad(kind)");
    }
    byAction[action.code()]++;
  }

  /** Counts one bad record of the kind. */
  public void addBad(String kind) {
    byAction[Action.BAD.code()]++;
    badByKind.merge(kind, 1L, Long::sum);
  }

  /** Adds what the other has counted. */
  public void merge(AdmissionCounts other) {
    for (int i = 0; i < byAction.length; i++) {
      byAction[i] += other.byAction[i];
    }
    other.badByKind.forEach((kind, count) -> badByKind.merge(kind, count, Long::sum));
  }

  /** How many events had the action; for {@link Action#BAD} how many bad records there were. */
  public long count(Action action) {
    return byAction[action.code()];
  }

  /** Bad records by kind, in the order of the kinds' names; a view. */
  public SortedMap<String, Long> badByKind() {
    return Collections.unmodifiableSortedMap(badByKind);
  }

  /** How many events were accepted, unchanged or adjusted. */
  public long accepted() {
    long sum = 0;
    for (Action action : ACTIONS) {
      sum += action.dropped() ? 0 : count(action);
    }
    return sum;
  }

  /** How many records were counted. */
  public long total() {
    long sum = 0;
    for (long count : byAction) {
      sum += count;
    }
    return sum;
  }

  private void write(DataOutput out) throws IOException {
    int actions = ACTIONS.length - 1;
    Bytes.writeVarInt(actions, out);
    for (int i = 0; i < actions; i++) {
      Bytes.writeVarLong(byAction[i], out);
    }
    Bytes.writeVarInt(badByKind.size(), out);
    for (Map.Entry<String, Long> bad : badByKind.entrySet()) {
      Bytes.writeString(bad.getKey(), out);
      Bytes.writeVarLong(bad.getValue(), out);
    }
  }

  private static AdmissionCounts read(DataInput in) throws IOException {
    AdmissionCounts counts = new AdmissionCounts();
    int actions = Bytes.readVarInt(in);
    if (actions != ACTIONS.length - 1) {
      throw new IOException(
          "counts of other actions: expected=" + (ACTIONS.length - 1) + ", actual=" + actions);
    }
    for (int i = 0; i < actions; i++) {
      counts.byAction[i] = Bytes.readVarLong(in);
    }
    int kinds = Bytes.readVarInt(in);
    for (int i = 0; i < kinds; i++) {
      String kind = Bytes.readString(in);
      long count = Bytes.readVarLong(in);
      counts.badByKind.put(kind, count);
      counts.byAction[Action.BAD.code()] += count;
    }
    return counts;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AdmissionCounts counts
        && Arrays.equals(byAction, counts.byAction)
        && badByKind.equals(counts.badByKind);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(byAction) + badByKind.hashCode();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Action action : ACTIONS) {
      text.append(text.length() == 0 ? "" : ", ");
      text.append(action.label()).append('=').append(count(action));
    }
    return text.append(badByKind.isEmpty() ? "" : " " + badByKind).toString();
  }
}
