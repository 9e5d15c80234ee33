package io.tidemark.testkit.simulation;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.pipeline.TimestampAssignment;
import io.tidemark.core.source.BadRecord;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.Offset;
import io.tidemark.core.source.PartitionReader;
import io.tidemark.core.source.RecordBatch;
import io.tidemark.core.source.SourceLabel;
import io.tidemark.core.time.Action;
import io.tidemark.core.time.AdmissionState;
import io.tidemark.core.time.KeyAdmission;
import io.tidemark.core.time.KeyState;
import io.tidemark.core.time.PartitionAdmission;
import io.tidemark.core.time.Time;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a bounded pipeline must write, worked out by brute force from the semantics alone: judge
 * every record in offset order, put every element into every window that contains it, sort.
 *
 * <p>It shares the admission rules with the engine (they have their own tables) and nothing else:
 * no step of windows, no progress, no protocol. It answers for inputs that end with progress to +∞.
 */
public final class Oracle {
  private record Timed(long micros, Object value) {}

  private record Cell(long start, long end, Object key) {}

  private final Plan plan;
  private final Map<String, List<Timed>> elements = new HashMap<>();
  private final Map<String, List<Diagnostic>> diagnostics = new HashMap<>();

  /** Works everything out. */
  public Oracle(Pipeline pipeline) {
    this.plan = new Plan(pipeline);
    pipeline.sources().forEach(this::judge);
  }

  /** Rows of the sink, in order. */
  public List<Object> rows(SinkSpec sink) {
    if (sink.from() instanceof SinkSpec.Feed.OfStream feed) {
      StreamSpec stream = plan.stream(feed.stream());
      List<Timed> results = new ArrayList<>(results(stream));
      Comparator<Object> keys = stream.key().order();
      results.sort(
          Comparator.<Timed>comparingLong(r -> ((WindowResult<?>) r.value).endMicros())
              .thenComparingLong(r -> ((WindowResult<?>) r.value).startMicros())
              .thenComparing(r -> ((WindowResult<?>) r.value).key(), keys));
      return results.stream().map(Timed::value).toList();
    }
    if (sink.from() instanceof SinkSpec.Feed.OfDiagnostics feed) {
      List<Diagnostic> rows = new ArrayList<>(diagnostics.getOrDefault(feed.source(), List.of()));
      Collections.sort(rows);
      return List.copyOf(rows);
    }
    throw new AssertionError("a sink writes neither results nor diagnostics");
  }

  // Nullness of a record's type arguments is lost when the record comes from another module.
  @SuppressWarnings("NullAway")
  private List<Timed> results(StreamSpec stream) {
    List<Timed> input =
        elements.containsKey(stream.from())
            ? elements.getOrDefault(stream.from(), List.of())
            : results(plan.stream(stream.from()));
    Map<Cell, List<Object>> cells = new LinkedHashMap<>();
    for (Timed element : input) {
      Object key = stream.key().key().apply(element.value);
      if (key == null) {
        throw new AssertionError("an admitted element has no key");
      }
      for (Cell cell : cells(stream.windows(), element.micros, key)) {
        cells.computeIfAbsent(cell, c -> new ArrayList<>()).add(element.value);
      }
    }
    List<Timed> results = new ArrayList<>();
    boolean right = stream.windows().closed() == Windows.Closed.RIGHT;
    cells.forEach(
        (cell, values) ->
            results.add(
                new Timed(
                    right ? cell.end : Time.minus(cell.end, 1),
                    new WindowResult<Object>(
                        cell.start, cell.end, cell.key, aggregate(stream, values)))));
    return results;
  }

  private static List<Cell> cells(Windows windows, long micros, Object key) {
    List<Cell> cells = new ArrayList<>();
    long hop = windows.hopMicros();
    long size = windows.sizeMicros();
    long base = Math.floorDiv(micros - windows.offsetMicros(), hop) * hop + windows.offsetMicros();
    for (long start = base + hop; start >= base - size - hop; start -= hop) {
      boolean left = start <= micros && micros < start + size;
      boolean right = start < micros && micros <= start + size;
      if (windows.closed() == Windows.Closed.RIGHT ? right : left) {
        cells.add(new Cell(start, start + size, key));
      }
    }
    return cells;
  }

  private static List<@Nullable Object> aggregate(StreamSpec stream, List<Object> values) {
    List<@Nullable Object> results = new ArrayList<>();
    for (Aggregate<Object, ?> aggregate : stream.aggregates()) {
      results.add(one(aggregate, values));
    }
    return Collections.unmodifiableList(results);
  }

  private static <A> @Nullable Object one(Aggregate<Object, A> aggregate, List<Object> values) {
    A accumulator = aggregate.create();
    values.forEach(value -> aggregate.add(accumulator, value));
    return aggregate.result(accumulator);
  }

  private void judge(SourceSpec source) {
    if (source.flush() != FlushAtEnd.INFINITY) {
      throw new IllegalArgumentException("the oracle answers for inputs that end at +inf");
    }
    elements.put(source.name(), new ArrayList<>());
    for (int partition = 0; partition < source.source().partitions().size(); partition++) {
      try (PartitionReader reader = source.source().open(partition)) {
        judge(source, partition, reader);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void judge(SourceSpec source, int partition, PartitionReader reader) throws IOException {
    KeySelector<Object, Object> substreams = source.substreams();
    PartitionAdmission admission =
        new PartitionAdmission(source.policy(), substreams != null, AdmissionState.INITIAL);
    Map<Object, KeyAdmission> keys = new HashMap<>();
    SourceLabel label = source.label(partition);
    RecordBatch records = reader.read(Offset.START, Integer.MAX_VALUE);
    TimestampAssignment.of(source).assign(records);
    for (int i = 0; i < records.size(); i++) {
      judge(source, label, records, i, admission, keys);
    }
  }

  private void judge(
      SourceSpec source,
      SourceLabel label,
      RecordBatch records,
      int index,
      PartitionAdmission admission,
      Map<Object, KeyAdmission> keys) {
    Object value = records.value(index);
    Offset offset = new Offset(records.file(), records.position(index));
    long[] events = records.eventMicros();
    long[] arrivals = records.arrivalMicros();
    if (events == null) {
      throw new IllegalArgumentException("the oracle needs event times");
    }
    long event = events[index];
    long arrival = arrivals == null ? event : arrivals[index];
    BadRecord bad = value instanceof BadRecord record ? record : null;
    if (bad == null && hasNullKey(source, value)) {
      bad = label.bad().apply("null-key", value);
    }
    if (bad != null) {
      add(source, label.diagnostic(admission.progressMicros(), offset, bad));
      return;
    }
    Action action = admission.judge(event, arrival);
    long assigned = admission.assignedMicros();
    long own = admission.floorBeforeMicros();
    KeySelector<Object, Object> substreams = source.substreams();
    if (substreams != null && !action.dropped()) {
      Object key = substreams.key().apply(value);
      if (key == null) {
        throw new AssertionError("an admitted element has no key");
      }
      KeyAdmission keyed =
          keys.computeIfAbsent(key, k -> new KeyAdmission(source.policy(), KeyState.INITIAL));
      action =
          keyed.judge(
              action, assigned, admission.floorBeforeMicros(), admission.floorAfterMicros());
      assigned = keyed.assignedMicros();
      boolean order = action == Action.ADJUST_ORDER || action == Action.DROP_ORDER;
      own = order ? keyed.judgedAgainstMicros() : own;
    }
    if (action != Action.NONE) {
      add(
          source,
          label.diagnostic(
              new SourceLabel.Judged(action, own, event, arrival, assigned), offset, value));
    }
    if (!action.dropped()) {
      elements.getOrDefault(source.name(), new ArrayList<>()).add(new Timed(assigned, value));
    }
  }

  private boolean hasNullKey(SourceSpec source, Object value) {
    List<Function<Object, @Nullable Object>> keys = new ArrayList<>();
    if (source.substreams() != null) {
      keys.add(source.substreams().key());
    }
    plan.over(source.name()).forEach(stream -> keys.add(stream.key().key()));
    return keys.stream().anyMatch(key -> key.apply(value) == null);
  }

  private void add(SourceSpec source, Diagnostic diagnostic) {
    diagnostics.computeIfAbsent(source.name(), s -> new ArrayList<>()).add(diagnostic);
  }
}
