package io.tidemark.core.partition;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.AdmittedBatch;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Output;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.SourceLabel;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.AdmissionCounts;
import io.tidemark.core.time.PartitionAdmission;
import io.tidemark.core.time.Time;
import io.tidemark.core.time.TimePolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns records into what a decision hands on: judged elements, grouped by receiver, and
 * diagnostics. The same records from the same state give the same result; that is how a restarted
 * partition makes its batches again.
 *
 * <p>Grouping is a counting sort of indices over shared columns: no element is copied and nothing
 * is allocated per element.
 */
final class Admitter {
  /** Elements for one key group. */
  record GroupPart(EntityId.KeyGroup to, AdmittedBatch.Slice elements, long minMicros) {}

  /** Elements for one key, in the order in which the keys appear. */
  record KeyPart(Object key, AdmittedBatch.Slice elements, long holdMicros) {}

  /** What comes of one batch of records. */
  record Admitted(
      int accepted,
      List<GroupPart> groups,
      List<KeyPart> keys,
      List<Output> diagnostics,
      @Nullable Diagnostic firstBad) {}

  private static final class KeyCount {
    private final Object key;
    private int count;
    private int offset;
    private long holdMicros = Time.MAX;

    KeyCount(Object key) {
      this.key = key;
    }
  }

  private final PartitionSettings settings;
  private final boolean diagnosed;
  private final boolean keyed;

  private Object[] values = new Object[0];
  private long[] times = new long[0];
  private AdmittedBatch.@Nullable Fed fed;
  private Object[] keys = new Object[0];
  private int accepted;

  Admitter(PartitionSettings settings) {
    this.settings = settings;
    this.diagnosed = !settings.diagnostics().isEmpty();
    this.keyed = settings.substreams() != null;
  }

  Admitted admit(
      RecordBatch records, long readMicros, PartitionAdmission admission, AdmissionCounts counts) {
    prepare(records);
    List<Output> diagnostics = new ArrayList<>(0);
    Diagnostic firstBad = null;
    for (int i = 0; i < records.size(); i++) {
      BadRecord bad = bad(records, i);
      if (bad != null) {
        counts.addBad(bad.kind());
        if (diagnosed || settings.stopOnBadInput()) {
          Diagnostic diagnostic =
              settings.label().diagnostic(admission.progressMicros(), offset(records, i), bad);
          diagnostics.add(new Output(diagnostic.timeMicros(), diagnostic));
          firstBad = firstBad == null ? diagnostic : firstBad;
        }
      } else {
        judge(records, i, readMicros, admission, counts, diagnostics);
      }
    }
    AdmittedBatch batch = new AdmittedBatch(values, times, fed);
    List<KeyPart> keyParts = keyed ? byKey(batch) : List.of();
    List<GroupPart> groupParts = keyed ? List.of() : byGroup(batch);
    return new Admitted(
        accepted, groupParts, keyParts, diagnosed ? diagnostics : List.of(), firstBad);
  }

  private void prepare(RecordBatch records) {
    int size = records.size();
    accepted = 0;
    values = new Object[size];
    times = new long[size];
    if (keyed) {
      keys = new Object[size];
      fed =
          new AdmittedBatch.Fed(
              records.file(),
              new long[size],
              new long[size],
              new long[size],
              new long[size],
              new long[size],
              new Action[size]);
    }
  }

  private @Nullable BadRecord bad(RecordBatch records, int index) {
    Object value = records.value(index);
    if (value instanceof BadRecord bad) {
      return bad;
    }
    for (Function<Object, @Nullable Object> key : settings.keys()) {
      if (key.apply(value) == null) {
        return settings.label().bad().apply("null-key", value);
      }
    }
    return null;
  }

  private static Offset offset(RecordBatch records, int index) {
    return new Offset(records.file(), records.position(index));
  }

  private void judge(
      RecordBatch records,
      int index,
      long readMicros,
      PartitionAdmission admission,
      AdmissionCounts counts,
      List<Output> diagnostics) {
    long[] events = records.eventMicros();
    long[] arrivals = records.arrivalMicros();
    boolean backfill = settings.policy().basis() == TimePolicy.Basis.BACKFILL;
    long arrival = readMicros;
    if (arrivals != null) {
      arrival = arrivals[index];
    } else if (backfill && events != null) {
      arrival = events[index];
    }
    long event = events == null ? arrival : events[index];
    Action action = admission.judge(event, arrival);
    if (!keyed || action.dropped()) {
      counts.add(action);
      if (diagnosed && action != Action.NONE) {
        SourceLabel.Judged judged =
            new SourceLabel.Judged(
                action,
                admission.floorBeforeMicros(),
                event,
                arrival,
                action.dropped() ? 0 : admission.assignedMicros());
        Diagnostic diagnostic =
            settings.label().diagnostic(judged, offset(records, index), records.value(index));
        diagnostics.add(new Output(judged.timeMicros(), diagnostic));
      }
    }
    if (!action.dropped()) {
      accept(records, index, event, arrival, admission, action);
    }
  }

  private void accept(
      RecordBatch records,
      int index,
      long event,
      long arrival,
      PartitionAdmission admission,
      Action action) {
    int n = accepted++;
    Object value = records.value(index);
    values[n] = value;
    times[n] = admission.assignedMicros();
    AdmittedBatch.Fed columns = fed;
    KeySelector<Object, Object> substreams = settings.substreams();
    if (columns != null && substreams != null) {
      Object key = substreams.key().apply(value);
      if (key == null) {
        throw new AssertionError("a null key was admitted");
      }
      keys[n] = key;
      columns.positions()[n] = records.position(index);
      columns.eventMicros()[n] = event;
      columns.arrivalMicros()[n] = arrival;
      columns.floorBefore()[n] = admission.floorBeforeMicros();
      columns.floorAfter()[n] = admission.floorAfterMicros();
      columns.actions()[n] = action;
    }
  }

  private List<GroupPart> byGroup(AdmittedBatch batch) {
    List<GroupPart> parts = new ArrayList<>();
    for (PartitionSettings.Groups groups : settings.groups()) {
      int[] groupOf = new int[accepted];
      int[] starts = new int[groups.count() + 1];
      long[] mins = new long[groups.count()];
      Arrays.fill(mins, Time.MAX);
      for (int i = 0; i < accepted; i++) {
        Object key = groups.key().apply(values[i]);
        if (key == null) {
          throw new AssertionError("a null key was admitted");
        }
        int group = KeySelector.group(key, groups.count());
        groupOf[i] = group;
        starts[group + 1]++;
        mins[group] = Math.min(mins[group], times[i]);
      }
      for (int group = 0; group < groups.count(); group++) {
        starts[group + 1] += starts[group];
      }
      int[] next = starts.clone();
      int[] order = new int[accepted];
      for (int i = 0; i < accepted; i++) {
        order[next[groupOf[i]]++] = i;
      }
      for (int group = 0; group < groups.count(); group++) {
        if (starts[group] < starts[group + 1]) {
          parts.add(
              new GroupPart(
                  new EntityId.KeyGroup(groups.stream(), group),
                  new AdmittedBatch.Slice(batch, order, starts[group], starts[group + 1]),
                  mins[group]));
        }
      }
    }
    return parts;
  }

  private List<KeyPart> byKey(AdmittedBatch batch) {
    AdmittedBatch.Fed columns = fed;
    if (columns == null) {
      throw new AssertionError("a batch for substreams lacks their columns");
    }
    LinkedHashMap<Object, KeyCount> counted = new LinkedHashMap<>();
    KeyCount[] of = new KeyCount[accepted];
    for (int i = 0; i < accepted; i++) {
      KeyCount count = counted.computeIfAbsent(keys[i], KeyCount::new);
      of[i] = count;
      count.count++;
      // What an early or late element leaves on the diagnostic stream has the floor's time.
      boolean marked = columns.actions()[i] != Action.NONE;
      long earliest = marked ? Time.MIN : times[i];
      count.holdMicros = Math.min(count.holdMicros, Math.max(earliest, columns.floorBefore()[i]));
    }
    int offset = 0;
    for (KeyCount count : counted.values()) {
      count.offset = offset;
      offset += count.count;
    }
    int[] order = new int[accepted];
    for (int i = 0; i < accepted; i++) {
      order[of[i].offset++] = i;
    }
    List<KeyPart> parts = new ArrayList<>(counted.size());
    for (KeyCount count : counted.values()) {
      parts.add(
          new KeyPart(
              count.key,
              new AdmittedBatch.Slice(batch, order, count.offset - count.count, count.offset),
              count.holdMicros));
    }
    return parts;
  }
}
