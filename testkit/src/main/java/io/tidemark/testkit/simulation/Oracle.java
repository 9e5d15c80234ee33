package io.tidemark.testkit.simulation;

import io.tidemark.core.key.KeySelector;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Origin;
import io.tidemark.core.message.Piece;
import io.tidemark.core.message.Pieces;
import io.tidemark.core.partition.Decision;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.pipeline.TimestampAssignment;
import io.tidemark.core.pipeline.TransformWork;
import io.tidemark.core.pipeline.WindowWork;
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
import io.tidemark.core.time.TimePolicy;
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
 * every record in offset order, put every element into every window that contains it, leave out
 * what is not final at the end, sort.
 *
 * <p>It shares the admission rules with the engine (they have their own tables) and nothing else:
 * no step of windows, no progress, no protocol. Of what was recorded it uses what the wall clock
 * decided, and nothing else: when records without an arrival time were read, and where the arrival
 * clock of a quiet source was estimated to stand.
 */
public final class Oracle {
  /** An element or result; what its partition knows of it, where it is an element. */
  record Timed(long micros, @Nullable Origin origin, Object value) {
    Timed(long micros, Object value) {
      this(micros, null, value);
    }
  }

  /** How far a source had come when all its input had ended: as a whole, and each of its keys. */
  private static final class Reached {
    private long micros = Time.MIN;
    private final Map<Object, Long> keys = new HashMap<>();
  }

  private final Plan plan;
  private final Function<EntityId.Partition, List<Decision>> recorded;
  private final Map<String, Reached> reached = new HashMap<>();
  private final Map<String, List<Timed>> elements = new HashMap<>();
  private final Map<String, List<Diagnostic>> diagnostics = new HashMap<>();

  /**
   * Works everything out.
   *
   * @param recorded what each partition decided, in order; only asked of sources that follow
   */
  public Oracle(Pipeline pipeline, Function<EntityId.Partition, List<Decision>> recorded) {
    this.plan = new Plan(pipeline);
    this.recorded = recorded;
    pipeline.sources().forEach(this::judge);
  }

  /** Rows of the sink, in order. */
  public List<Object> rows(SinkSpec sink) {
    if (sink.from() instanceof SinkSpec.Feed.OfStream feed) {
      StreamSpec stream = plan.stream(feed.stream());
      return sorted(stream).stream().map(Timed::value).toList();
    }
    if (sink.from() instanceof SinkSpec.Feed.OfDiagnostics feed) {
      List<Diagnostic> rows = new ArrayList<>(diagnostics.getOrDefault(feed.source(), List.of()));
      Collections.sort(rows);
      return List.copyOf(rows);
    }
    if (sink.from() instanceof SinkSpec.Feed.OfElements feed) {
      return rows(feed);
    }
    throw new AssertionError("a sink writes nothing that is known");
  }

  /**
   * Elements by time; those of one time by the name of what they come from, as they stand there.
   */
  private List<Object> rows(SinkSpec.Feed.OfElements feed) {
    List<Timed> rows = new ArrayList<>();
    for (SinkSpec.Feed.OfElements.Element part : feed.parts()) {
      for (Timed element : input(part.from(), part.pieces())) {
        Object row = part.view() == null ? element.value : part.view().apply(element.value);
        if (row != null) {
          rows.add(new Timed(element.micros, row));
        }
      }
    }
    rows.sort(Comparator.comparingLong(Timed::micros));
    return rows.stream().map(Timed::value).toList();
  }

  private List<Timed> sorted(StreamSpec stream) {
    List<Timed> results = new ArrayList<>(results(stream));
    if (stream.work() instanceof WindowWork windows) {
      results.sort(WindowOracle.order(windows));
    } else {
      results.sort(
          Comparator.comparingLong(Timed::micros)
              .thenComparing(Timed::value, stream.work().resultOrder()));
    }
    return results;
  }

  private List<Timed> results(StreamSpec stream) {
    List<Timed> results = new ArrayList<>();
    byKey(stream)
        .forEach((key, all) -> results.addAll(results(stream, key, all, reached(stream, key))));
    return results;
  }

  private static List<Timed> results(
      StreamSpec stream, Object key, List<Timed> elements, long reachedMicros) {
    return stream.work() instanceof TransformWork transform
        ? TransformOracle.results(transform, key, elements, reachedMicros)
        : WindowOracle.results((WindowWork) stream.work(), key, elements, reachedMicros);
  }

  /** What the stream reads, in canonical order. */
  private List<Timed> input(String from) {
    List<Timed> admitted = elements.get(from);
    if (admitted == null) {
      return sorted(plan.stream(from));
    }
    // They stand by partition and offset, and the sort is stable.
    List<Timed> input = new ArrayList<>(admitted);
    input.sort(Comparator.comparingLong(Timed::micros));
    return input;
  }

  /** The same, or what is made of it. */
  private List<Timed> input(String from, @Nullable Pieces pieces) {
    if (pieces == null) {
      return input(from);
    }
    List<Timed> made = new ArrayList<>();
    for (Timed element : input(from)) {
      int number = 0;
      for (Object value : pieces.of(element.value)) {
        Piece piece = new Piece(element.value, number++, value);
        made.add(new Timed(element.micros, element.origin, piece));
      }
    }
    return made;
  }

  // Nullness of a record's type arguments is lost when the record comes from another module.
  @SuppressWarnings("NullAway")
  private Map<Object, List<Timed>> byKey(StreamSpec stream) {
    Map<Object, List<Timed>> byKey = new LinkedHashMap<>();
    for (StreamSpec.Input input : stream.inputs()) {
      for (Timed element : input(input.from(), input.pieces())) {
        Object key = input.key().key().apply(element.value);
        byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(element);
      }
    }
    // Inputs stand by their names, and the sort is stable.
    byKey.values().forEach(all -> all.sort(Comparator.comparingLong(Timed::micros)));
    return byKey;
  }

  /** The progress at which the windows of a key that are not final are discarded in the end. */
  private long reached(StreamSpec stream, Object key) {
    StreamSpec first = stream;
    while (!elements.containsKey(first.froms().get(0))) {
      first = plan.stream(first.froms().get(0));
    }
    Reached source = reached.getOrDefault(first.froms().get(0), new Reached());
    return plan.runsInSubstreams(stream)
        ? source.keys.getOrDefault(key, source.micros)
        : source.micros;
  }

  private void judge(SourceSpec source) {
    elements.put(source.name(), new ArrayList<>());
    for (EntityId.Partition partition : plan.partitions(source)) {
      try (PartitionReader reader = source.source().open(partition.index())) {
        RecordBatch records = reader.read(Offset.START, Integer.MAX_VALUE);
        TimestampAssignment.of(source).assign(records);
        judge(source, partition, records);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void judge(SourceSpec source, EntityId.Partition partition, RecordBatch records) {
    PartitionAdmission admission =
        new PartitionAdmission(
            source.policy(), source.substreams() != null, AdmissionState.INITIAL);
    Map<Object, KeyAdmission> keys = new HashMap<>();
    SourceLabel label = source.label(partition.index());
    int judged = 0;
    for (Decision.What what : decisions(source, partition, records)) {
      if (what instanceof Decision.What.Admitted batch) {
        for (int end = judged + batch.records(); judged < end; judged++) {
          judge(source, label, records, judged, batch.readMicros(), admission, keys);
        }
      } else if (what instanceof Decision.What.Estimated estimated
          && !admission.estimate(estimated.estimateMicros())) {
        throw new AssertionError("an estimate was recorded though it moves nothing: " + estimated);
      }
    }
    if (judged != records.size()) {
      throw new AssertionError(judged + " records were admitted of " + records.size());
    }
    boolean infinite = source.flush() == FlushAtEnd.INFINITY;
    long end = infinite ? Time.MAX : admission.progressMicros();
    Reached all = reached.computeIfAbsent(source.name(), name -> new Reached());
    all.micros = Math.max(all.micros, end);
    keys.forEach((key, own) -> all.keys.put(key, Math.max(own.watermarkMicros(), end)));
  }

  private List<Decision.What> decisions(
      SourceSpec source, EntityId.Partition partition, RecordBatch records) {
    return source.source().follows()
        ? recorded.apply(partition).stream().map(Decision::what).toList()
        : List.of(new Decision.What.Admitted(records.size(), records.checksum(), Time.MIN));
  }

  private void judge(
      SourceSpec source,
      SourceLabel label,
      RecordBatch records,
      int index,
      long readMicros,
      PartitionAdmission admission,
      Map<Object, KeyAdmission> keys) {
    Object value = records.value(index);
    Offset offset = new Offset(records.file(), records.position(index));
    long[] events = records.eventMicros();
    long[] arrivals = records.arrivalMicros();
    long arrival = arrivals == null ? readMicros : arrivals[index];
    long event = events == null ? arrival : events[index];
    if (source.policy().basis() == TimePolicy.Basis.BACKFILL) {
      arrival = event;
    }
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
      Origin origin = new Origin(offset.file(), offset.position(), event, arrival, action);
      elements
          .getOrDefault(source.name(), new ArrayList<>())
          .add(new Timed(assigned, origin, value));
    }
  }

  private boolean hasNullKey(SourceSpec source, Object value) {
    List<Function<Object, @Nullable Object>> keys = new ArrayList<>();
    if (source.substreams() != null) {
      keys.add(source.substreams().key());
    }
    plan.over(source.name()).forEach(stream -> keys.add(stream.input(source.name()).routing(1)));
    return keys.stream().anyMatch(key -> key.apply(value) == null);
  }

  private void add(SourceSpec source, Diagnostic diagnostic) {
    diagnostics.computeIfAbsent(source.name(), s -> new ArrayList<>()).add(diagnostic);
  }
}
