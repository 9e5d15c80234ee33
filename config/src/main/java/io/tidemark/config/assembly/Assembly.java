package io.tidemark.config.assembly;

import io.tidemark.config.assembly.Relation.Part;
import io.tidemark.config.pipeline.Format;
import io.tidemark.config.pipeline.PipelineFile;
import io.tidemark.config.pipeline.SinkSettings;
import io.tidemark.config.pipeline.SourceSettings;
import io.tidemark.config.pipeline.SourceSettings.TimeColumn;
import io.tidemark.config.pipeline.StreamSettings;
import io.tidemark.connector.file.FileDestination;
import io.tidemark.connector.file.FileFormat;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.StreamDestination;
import io.tidemark.core.entity.Limits;
import io.tidemark.core.partition.PartitionSettings.FlushAtEnd;
import io.tidemark.core.pipeline.Pipeline;
import io.tidemark.core.pipeline.SinkSpec;
import io.tidemark.core.pipeline.SourceSpec;
import io.tidemark.core.row.Row;
import io.tidemark.core.row.RowCodec;
import io.tidemark.core.sink.Destination;
import io.tidemark.core.sink.RowFormat;
import io.tidemark.core.sink.Sink;
import io.tidemark.core.source.Diagnostic;
import io.tidemark.core.source.Source;
import io.tidemark.core.time.TimestampAssigner;
import io.tidemark.core.window.WindowResult;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
  private final Relations relations;
  private final Set<String> apart;

  /** An assembly of the pipeline that the file describes. */
  public Assembly(PipelineFile file, OpenedSources opened) {
    this.file = file;
    this.opened = opened;
    this.relations = new Relations(file, opened);
    this.apart = apart();
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
        new Streams(file, opened, this::keyedBySubstream).specs(),
        file.sinks().stream().map(sink -> sink(sink, destinations.of(sink))).toList(),
        file.keyGroups(),
        limits());
  }

  private Limits limits() {
    Limits limits =
        Limits.defaults().with(bounds -> bounds.liveKeys(liveKeys()).waiting(file.waiting()));
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

  /** Whether the stream is keyed by the substream key of the one source it reads. */
  public boolean keyedBySubstream(StreamSettings stream) {
    return !apart.contains(stream.name()) && hasSubstreamKey(stream);
  }

  private boolean hasSubstreamKey(StreamSettings stream) {
    if (stream.work() instanceof StreamSettings.Joined joined) {
      return isKeyedBySubstream(relations.of(joined.join().left()), joined.join().leftKey())
          && isKeyedBySubstream(relations.of(joined.join().right()), joined.join().rightKey())
          && file.origins(stream.name()).equals(file.origins(joined.join().left()));
    }
    return !stream.isOfRows() && isKeyedBySubstream(relations.input(stream), stream.keyBy());
  }

  private boolean isKeyedBySubstream(Relation relation, List<String> key) {
    Part part = relation.parts().get(0);
    return relation.parts().size() == 1
        && file.source(part.from())
            .map(source -> relation.isKeyOf(part, key, source.substreams()))
            .orElse(false);
  }

  /**
   * Streams that would run in the substreams of one source together with something else that one
   * reader reads: whoever reads them could not tell them apart, so they run in key groups.
   */
  private Set<String> apart() {
    List<List<String>> readers = new ArrayList<>();
    file.streams().forEach(stream -> readers.add(file.inputs(stream)));
    file.sinks().forEach(sink -> readers.add(file.origins(sink.from())));
    Set<String> apart = new HashSet<>();
    for (List<String> froms : readers) {
      Map<String, List<String>> byOrigin = new HashMap<>();
      for (String from : froms) {
        String origin =
            file.stream(from).filter(this::hasSubstreamKey).map(this::first).orElse(from);
        byOrigin.computeIfAbsent(origin, any -> new ArrayList<>()).add(from);
      }
      byOrigin.values().stream().filter(of -> of.size() > 1).forEach(apart::addAll);
    }
    return apart;
  }

  private String first(StreamSettings stream) {
    return file.inputs(stream).get(0);
  }

  private SourceSpec source(SourceSettings source) {
    Relation rows = relations.of(source.name());
    Confinement confinement = confinement(source);
    return new SourceSpec(
        source.name(),
        objects(opened.source(source.name())),
        assigner(source, source.eventTime()),
        assigner(source, source.arrivalTime()),
        source.time(),
        source.substreams().isEmpty() ? null : rows.keys(rows.parts().get(0), source.substreams()),
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
        Relation.ofRows(source.name(), opened.schema(source.name())).column(time.column()),
        time.format(),
        row -> files.text((Row) row, time.column()));
  }

  private static FlushAtEnd flush(SourceSettings.FlushAtEnd flush) {
    return switch (flush) {
      case INFINITY -> FlushAtEnd.INFINITY;
      case WATERMARK -> FlushAtEnd.WATERMARK;
      case NONE -> FlushAtEnd.NONE;
    };
  }

  private SinkSpec sink(SinkSettings sink, Destination destination) {
    Sink.Order order = sink.ordered() ? Sink.Order.TIME : Sink.Order.KEY;
    if (sink.diagnostics()) {
      RowFormat<Diagnostic> rows = RowFormat.diagnostics(opened.source(sink.from()).severalFiles());
      return new SinkSpec(
          sink.name(),
          new SinkSpec.Feed.OfDiagnostics(sink.from()),
          destination.writers(
              new RowFormat<Object>(rows.columns(), row -> rows.values().apply((Diagnostic) row))),
          order);
    }
    Relation relation = relations.of(sink.from());
    if (file.stream(sink.from()).filter(stream -> !stream.isOfRows()).isPresent()) {
      return new SinkSpec(
          sink.name(),
          new SinkSpec.Feed.OfStream(sink.from()),
          destination.writers(results(sink.from())),
          order);
    }
    SinkSpec.Feed.OfElements feed = elements(relation);
    RowFormat<Row> rows = RowFormat.rows(relation.schema());
    RowFormat<Object> arrived =
        new RowFormat<>(rows.columns(), element -> rows.values().apply((Row) feed.row(element)));
    return new SinkSpec(sink.name(), feed, destination.writers(arrived), order);
  }

  // A compiler before 17.0.19 does not tell NullAway that an element's view may give null.
  @SuppressWarnings("NullAway")
  private static SinkSpec.Feed.OfElements elements(Relation relation) {
    List<SinkSpec.Feed.OfElements.Element> elements = new ArrayList<>();
    for (Part part : relation.parts()) {
      elements.add(new SinkSpec.Feed.OfElements.Element(part.from(), relation.rows(part)));
    }
    return new SinkSpec.Feed.OfElements(elements);
  }

  /** The columns of a computed stream's results. */
  public RowFormat<Object> results(String name) {
    StreamSettings stream = file.stream(name).orElseThrow();
    if (stream.work() instanceof StreamSettings.Windowed windowed) {
      int keys = windowed.keyBy().size();
      RowFormat<WindowResult<Object>> format =
          RowFormat.windows(
              windowed.keyBy(), key -> Relation.keyParts(key, keys), windowed.valueColumns());
      return new RowFormat<>(format.columns(), row -> format.values().apply(result(row)));
    }
    Relation relation = relations.of(name);
    Part part = relation.parts().get(0);
    RowFormat<Row> rows = RowFormat.rows(relation.schema());
    return new RowFormat<>(rows.columns(), held -> rows.values().apply(relation.row(part, held)));
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
