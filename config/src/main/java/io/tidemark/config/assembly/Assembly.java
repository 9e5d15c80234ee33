package io.tidemark.config.assembly;

import io.tidemark.config.pipeline.Format;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.Selection;
import io.tidemark.config.pipeline.SinkSettings;
import io.tidemark.config.pipeline.SourceSettings;
import io.tidemark.config.pipeline.SourceSettings.TimeColumn;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.config.pipeline.WindowSettings;
import io.tidemark.connector.file.FileDestination;
import io.tidemark.connector.file.FileFormat;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.StreamDestination;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.key.KeySelector;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.pipeline.StreamSpec;
import io.tidemark.core.pipeline.WindowWork;
import io.tidemark.core.row.ColumnType;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.RowCodec;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimestampAssigner;
import io.tidemark.core.window.Aggregate;
import io.tidemark.core.window.Aggregates;
import io.tidemark.core.window.Field;
import io.tidemark.core.window.FixedWindows;
import io.tidemark.core.window.WindowResult;
import io.tidemark.core.window.Windows;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes core's description of a pipeline from its file and its opened sources. */
public final class Assembly {
  /** What a live substream takes, as measured with one open window (docs/benchmarks.md). */
  private static final long SUBSTREAM_BYTES = 6_144;

  private static final long LEAST_LIVE_KEYS = 1_024;
  private static final long MOST_LIVE_KEYS = 1_048_576;

  private final PipelineFile file;
  private final OpenedSources opened;

  /** An assembly of the pipeline that the file describes. */
  public Assembly(PipelineFile file, OpenedSources opened) {
    this.file = file;
    this.opened = opened;
  }

  /**
   * The description.
   *
   * @param outputs where relative output paths start from
   * @param standardOutput what sinks write to whose path is {@code -}
   */
  public Pipeline pipeline(Path outputs, OutputStream standardOutput) {
    return assembled(
        sink ->
            sink.toStandardOutput()
                ? new StreamDestination(standardOutput, format(sink))
                : new FileDestination(
                    outputs.resolve(sink.path()), format(sink), sink.overwrite()));
  }

  /**
   * The description, with sinks that write their bytes elsewhere.
   *
   * @param bytes where to, by the sink's name
   */
  public Pipeline pipeline(Function<String, OutputStream> bytes) {
    return assembled(sink -> new StreamDestination(bytes.apply(sink.name()), format(sink)));
  }

  /** Where sinks write to. */
  @FunctionalInterface
  private interface Destinations {
    Destination of(SinkSettings sink);
  }

  private static FileFormat format(SinkSettings sink) {
    return sink.format() == Format.CSV ? FileFormat.CSV : FileFormat.JSON_LINES;
  }

  private Pipeline assembled(Destinations destinations) {
    return new Pipeline(
        file.name(),
        file.sources().stream().map(this::source).toList(),
        file.streams().stream().map(this::stream).toList(),
        file.sinks().stream().map(sink -> sink(sink, destinations.of(sink))).toList(),
        file.keyGroups(),
        limits());
  }

  private Limits limits() {
    Limits limits = Limits.defaults().with(bounds -> bounds.liveKeys(liveKeys()));
    return file.exactBatches() ? limits.withBatchSize(file.batchSize()) : limits;
  }

  /** As many substreams of each partition as half the heap has room for. */
  private int liveKeys() {
    long partitions =
        file.sources().stream()
            .mapToLong(source -> opened.source(source.name()).partitions().size())
            .sum();
    long room = Runtime.getRuntime().maxMemory() / 2 / SUBSTREAM_BYTES / Math.max(1, partitions);
    return (int) Math.max(LEAST_LIVE_KEYS, Math.min(room, MOST_LIVE_KEYS));
  }

  /** Whether the substream keys of the source are confined to partitions, and why. */
  public Confinement confinement(SourceSettings source) {
    FileSource<Row> files = opened.source(source.name());
    return Confinement.of(source, files.files(), files.partitions().size());
  }

  /** Whether the stream is keyed by the substream key of the source it reads. */
  public boolean keyedBySubstream(StreamSettings stream) {
    Set<String> substreams =
        file.source(stream.from())
            .map(source -> new HashSet<>(source.substreams()))
            .orElseGet(HashSet::new);
    return !substreams.isEmpty() && substreams.equals(new HashSet<>(stream.keyBy()));
  }

  private SourceSpec source(SourceSettings source) {
    Columns columns = columns(source.name());
    Confinement confinement = confinement(source);
    return new SourceSpec(
        source.name(),
        objects(opened.source(source.name())),
        assigner(source, source.eventTime()),
        assigner(source, source.arrivalTime()),
        source.time(),
        source.substreams().isEmpty() ? null : keys(columns, source.substreams()),
        confinement.confined(),
        confinement == Confinement.PROMISED,
        flush(source.flushAtEnd()),
        source.stopOnBadInput(),
        new RowCodec(opened.schema(source.name())));
  }

  private @Nullable TimestampAssigner<Object> assigner(
      SourceSettings source, @Nullable TimeColumn time) {
    if (time == null) {
      return null;
    }
    FileSource<Row> files = opened.source(source.name());
    return new ColumnTime(
        columns(source.name()).named(time.column()),
        time.format(),
        row -> files.text((Row) row, time.column()));
  }

  // A compiler before 17.0.19 does not tell NullAway that ofValues takes a function to null.
  @SuppressWarnings("NullAway")
  private static KeySelector<Object, Object> keys(Columns input, List<String> columns) {
    return KeySelector.ofValues(input.key(columns));
  }

  private static FlushAtEnd flush(SourceSettings.FlushAtEnd flush) {
    return switch (flush) {
      case INFINITY -> FlushAtEnd.INFINITY;
      case WATERMARK -> FlushAtEnd.WATERMARK;
      case NONE -> FlushAtEnd.NONE;
    };
  }

  private StreamSpec stream(StreamSettings stream) {
    Columns input = columns(stream.from());
    WindowWork work =
        new WindowWork(
            keys(input, stream.keyBy()),
            windows(stream.window()),
            stream.select().stream()
                .<Aggregate<Object, ?>>map(selection -> aggregate(selection, input))
                .toList());
    return StreamSpec.windowed(stream.name(), stream.from(), keyedBySubstream(stream), work);
  }

  /** The columns of a source or stream. */
  private Columns columns(String name) {
    return file.stream(name)
        .map(stream -> Columns.ofResults(stream, opened.schema(name)))
        .orElseGet(() -> Columns.ofRows(opened.schema(name)));
  }

  private static Windows windows(WindowSettings window) {
    FixedWindows windows = Windows.hopping(window.size(), window.hop()).offset(window.offset());
    return window.endInclusive() ? windows.endInclusive() : windows;
  }

  private static Aggregate<Object, ?> aggregate(Selection selection, Columns input) {
    String column = selection.column();
    if (column == null) {
      return Aggregates.count();
    }
    Function<Object, @Nullable Object> value = input.named(column);
    boolean longs = input.type(column) == ColumnType.LONG;
    return switch (selection.function()) {
      case COUNT -> throw new AssertionError("count takes no column: " + selection);
      case SUM ->
          longs ? Aggregates.sumOfLongs(field(value)) : Aggregates.sumOfDoubles(field(value));
      case AVG ->
          longs
              ? Aggregates.averageOfLongs(field(value))
              : Aggregates.averageOfDoubles(field(value));
      case MIN -> Aggregates.min(field(value));
      case MAX -> Aggregates.max(field(value));
    };
  }

  /** The column's values as what its type says they are. */
  @SuppressWarnings("unchecked")
  private static <V> Field<Object, V> field(Function<Object, @Nullable Object> value) {
    return element -> (V) value.apply(element);
  }

  private SinkSpec sink(SinkSettings sink, Destination destination) {
    return new SinkSpec(
        sink.name(),
        sink.diagnostics()
            ? new SinkSpec.Feed.OfDiagnostics(sink.from())
            : new SinkSpec.Feed.OfStream(sink.from()),
        destination.writers(rowFormat(sink)),
        sink.ordered() ? Sink.Order.TIME : Sink.Order.KEY);
  }

  private RowFormat<Object> rowFormat(SinkSettings sink) {
    if (sink.diagnostics()) {
      RowFormat<Diagnostic> format =
          RowFormat.diagnostics(opened.source(sink.from()).severalFiles());
      return new RowFormat<>(format.columns(), row -> format.values().apply((Diagnostic) row));
    }
    return results(sink.from());
  }

  /** The columns of a stream's results, which are window results. */
  public RowFormat<Object> results(String name) {
    StreamSettings stream = file.stream(name).orElseThrow();
    int keys = stream.keyBy().size();
    RowFormat<WindowResult<Object>> format =
        RowFormat.windows(
            stream.keyBy(),
            key -> Columns.keyParts(key, keys),
            stream.select().stream().map(Selection::name).toList());
    return new RowFormat<>(format.columns(), row -> format.values().apply(result(row)));
  }

  @SuppressWarnings("unchecked")
  private static WindowResult<Object> result(Object row) {
    return (WindowResult<Object>) row;
  }

  @SuppressWarnings("unchecked")
  private static Source<Object> objects(Source<Row> source) {
    return (Source<Object>) (Source<?>) source;
  }
}
