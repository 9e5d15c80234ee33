package io.tidemark.core.partition;

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
import org.jspecify.annotations.Nullable;

/**
 * Turns records into what a decision hands on: judged elements, grouped by receiver, and
 * diagnostics. The same records from the same state give the same result; that is how a restarted
 * partition makes its batches again.
 *
 * <p>Grouping is a counting sort over shared columns: nothing is allocated per element. For key
 * groups the columns themselves are sorted, since they are read from end to end by another thread;
 * for substreams, of which one batch may feed thousands, only indices are.
 */
final class Admitter {
  /** Elements for one key group or sink. */
  record GroupPart(
      EntityId.Member to, AdmittedBatch.Slice elements, long minMicros, long maxMicros) {}

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

  /** The column of the substreams' keys, where there are substreams. */
  private static final int SUBSTREAM = 0;

  private final PartitionSettings settings;
  private final boolean diagnosed;
  private final boolean keyed;
  private final boolean withOrigins;
  private final boolean backfill;
  private final KeyColumn[] keys;
  private final List<GroupSort> sorts = new ArrayList<>();

  private Object[] values = new Object[0];
  private long[] times = new long[0];
  private AdmittedBatch.@Nullable Fed fed;
  private int accepted;

  Admitter(PartitionSettings settings) {
    this.settings = settings;
    this.diagnosed = !settings.diagnostics().isEmpty();
    this.keyed = settings.substreams() != null;
    this.withOrigins =
        keyed || settings.direct().stream().anyMatch(PartitionSettings.Receivers::placed);
    this.backfill = settings.policy().basis() == TimePolicy.Basis.BACKFILL;
    this.keys = settings.keys().stream().map(KeyColumn::new).toArray(KeyColumn[]::new);
    for (PartitionSettings.Receivers direct : settings.direct()) {
      sorts.add(new GroupSort(direct, keys[settings.keys().indexOf(direct.key())]));
    }
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
    List<KeyPart> keyParts = keyed ? byKey() : List.of();
    List<GroupPart> groupParts = new ArrayList<>();
    for (GroupSort sort : sorts) {
      sort.sort(new GroupSort.Columns(values, times, fed, accepted), groupParts);
    }
    if (!keyed) {
      // What stays here until the next batch must not keep elements alive.
      Arrays.fill(values, 0, accepted, null);
    }
    return new Admitted(
        accepted, groupParts, keyParts, diagnosed ? diagnostics : List.of(), firstBad);
  }

  private void prepare(RecordBatch records) {
    int size = records.size();
    accepted = 0;
    // For key groups the columns are copied in sorting, so that they serve again.
    if (keyed || values.length < size) {
      values = new Object[size];
      times = new long[size];
    }
    for (KeyColumn column : keys) {
      column.clear(size);
    }
    if (withOrigins) {
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
    // An element that is then dropped leaves its keys to the next to overwrite.
    for (KeyColumn column : keys) {
      if (!column.take(accepted, value)) {
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
    if (columns != null) {
      columns.positions()[n] = records.position(index);
      columns.eventMicros()[n] = event;
      columns.arrivalMicros()[n] = arrival;
      columns.floorBefore()[n] = admission.floorBeforeMicros();
      columns.floorAfter()[n] = admission.floorAfterMicros();
      columns.actions()[n] = action;
    }
  }

  private List<KeyPart> byKey() {
    AdmittedBatch batch = new AdmittedBatch(values, times, null, fed);
    AdmittedBatch.Fed columns = fed;
    if (columns == null) {
      throw new AssertionError("a batch for substreams lacks their columns");
    }
    LinkedHashMap<Object, KeyCount> counted = new LinkedHashMap<>();
    KeyCount[] of = new KeyCount[accepted];
    for (int i = 0; i < accepted; i++) {
      KeyCount count = counted.computeIfAbsent(keys[SUBSTREAM].get(i), KeyCount::new);
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
